import { and, asc, desc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import {
  contactMessages,
  contactReplies,
  incomingTexts,
} from '#server/database/tables/contact-messages.ts'
import { umlautsSpelledOutSql } from '#server/database/tables/columns.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { NotFound } from '#server/http/errors.ts'
import { cutPage, listOrder, textKey } from '#server/http/list-order.ts'
import { countedUpTo, personPatterns, searchPatterns } from '#server/http/paging.ts'
import type {
  Message,
  MessageFilter,
  messageSorts,
  MessageThread,
} from '#shared/contract/contact.ts'
import { jobNumber, activeJobStatuses } from '#shared/rules/jobs.ts'
import { phrase, t } from '#shared/texts/t.ts'

type Wanted = {
  filter?: MessageFilter | undefined
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Messages to the office for that admin: open ones first, then the newest, unless sorted. */
export async function findMessages(adminId: string, wanted: Wanted) {
  const matching = and(
    isListed(adminId, wanted.filter),
    or(holdsAll(searchPatterns(wanted.search)), holdsAll(personPatterns(wanted.search))),
  )
  const order = orderMessages(wanted)
  const [rows, total] = await Promise.all([
    db()
      .select({ ...columns, sortKey: order.sortKey })
      .from(contactMessages)
      .where(and(matching, order.after))
      .orderBy(order.orderBy)
      .limit(wanted.limit + 1),
    countUpTo(matching),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { messages: page.rows.map(toMessage), total, next: page.next }
}

/** One message with its replies, oldest first. Throws NotFound. */
export async function messageById(id: string): Promise<MessageThread> {
  const [row] = await db().select(columns).from(contactMessages).where(eq(contactMessages.id, id))
  if (!row) throw new NotFound(phrase('This message no longer exists.'))
  const replies = await db()
    .select({
      id: contactReplies.id,
      author: person(sql`${contactReplies.authorId}`),
      message: contactReplies.message,
      createdAt: contactReplies.createdAt,
      text: sentMessages.status,
    })
    .from(contactReplies)
    .leftJoin(sentMessages, eq(sentMessages.id, contactReplies.textId))
    .where(eq(contactReplies.contactMessageId, id))
    .orderBy(asc(contactReplies.createdAt), contactReplies.id)
  return {
    ...toMessage(row),
    replies: replies.map(({ author, createdAt: at, ...reply }) => ({
      ...reply,
      author: author ?? { id: '', name: '' },
      createdAt: at.toISOString(),
    })),
    texts: row.row.channel === 'sms' ? await textsOf(id) : [],
  }
}

const mostTexts = 200

async function textsOf(id: string): Promise<MessageThread['texts']> {
  const rows = await db()
    .select()
    .from(incomingTexts)
    .where(eq(incomingTexts.contactMessageId, id))
    .orderBy(desc(incomingTexts.createdAt))
    .limit(mostTexts)
  return rows.toReversed().map(({ createdAt: at, ...row }) => ({
    id: row.id,
    message: row.message,
    attachments: row.attachments,
    createdAt: at.toISOString(),
  }))
}

async function countUpTo(matching: SQL | undefined): Promise<number> {
  const some = db()
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(matching)
    .limit(countedUpTo + 1)
  return db().$count(some.as('some'))
}

function isListed(adminId: string, filter: MessageFilter | undefined): SQL | undefined {
  if (!filter) return undefined
  const state = eq(contactMessages.handled, filter === 'done')
  return filter === 'mine' ? and(state, eq(contactMessages.assignedTo, adminId)) : state
}

type Person = { id: string; name: string }

/** A person of the office by id, with the e-mail address if the name is missing. */
const person = (personId: SQL) => sql<Person | null>`(
  select json_build_object('id', u.id, 'name',
    ${sql.raw(nameOrEmail('u'))})
  from users u where u.id = ${personId})`

const columns = {
  row: contactMessages,
  number: sql<number | null>`(select number from jobs where id = ${contactMessages.jobId})`,
  assignedTo: person(sql`${contactMessages.assignedTo}`),
  doneBy: person(sql`${contactMessages.handledBy}`),
  replyCount: sql<number>`(select count(*)::int from contact_replies
    where contact_message_id = contact_messages.id)`,
}

const { name, email, phone, subject, message, createdAt } = contactMessages
const holdsAll = (patterns: string[]) => and(...patterns.map((pattern) => like(searched, pattern)))
/** Must match the expression of the index `contact_messages_search` exactly. */
const searched = sql`fold_text(${name} || ' ' || ${email} || ' ' || ${phone} || ' ' || ${subject} || ' ' || ${message} || ' ' || replace(${name}, ' ', '') || ${sql.raw(umlautsSpelledOutSql('contact_messages.name'))})`

type Field = (typeof messageSorts)[number]

const orderMessages = (requested: Wanted) =>
  listOrder<Field>(requested, {
    fields: {
      name: textKey(sql`${name}`),
      subject: textKey(sql`${subject}`),
      created: { by: sql`${createdAt}`, type: 'timestamptz' },
    },
    usual: [
      { by: sql`${contactMessages.handled}`, type: 'boolean' },
      { by: sql`${createdAt}`, type: 'timestamptz', descending: true, nullsLastInIndex: true },
    ],
    id: sql`${contactMessages.id}`,
  })

type Row = {
  row: typeof contactMessages.$inferSelect
  number: number | null
  assignedTo: Person | null
  doneBy: Person | null
  replyCount: number
}

const toMessage = ({ row, number, assignedTo, doneBy, replyCount }: Row): Message => ({
  id: row.id,
  channel: row.channel,
  textsStopped: row.textsStopped,
  name: row.name || t('Unknown {number}', { number: row.phone }),
  email: row.email,
  phone: row.phone,
  subject: row.channel === 'sms' ? t('Text message') : row.subject,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  customerId: row.customerId,
  job: row.jobId && number !== null ? { id: row.jobId, number: jobNumber(number) } : null,
  assignedTo,
  status: row.handled ? 'done' : 'open',
  doneAt: row.handledAt?.toISOString() ?? null,
  doneBy,
  replyCount,
})

/** The sender of a text, judged by the number, also as the contact of a visit; the name is empty if unknown. */
type TextSender = {
  name: string
  /** Null for staff, and when several people match. */
  customerId: string | null
  language: string | null
  /** Their next visit, or else the last one. */
  job: { id: string; number: number; ahead: boolean } | null
}

type SenderRow = {
  id: string
  name: string
  role: string | null
  language: string | null
  jobId: string | null
  number: number | null
  ahead: boolean | null
}

const senderStatement = {
  name: 'text-sender',
  text: `(select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.role, u.language,
      j.id as job_id, j.number, j.ahead
    from users u
    left join lateral (
      select id, number, status = any($2::text[]) as ahead from jobs where customer_id = u.id
      order by status = any($2::text[]) desc,
        case when status = any($2::text[]) then starts_at end, starts_at desc
      limit 1) j on true
    where u.phone = $1 and u.anonymized_at is null
    order by u.created_at limit 5)
    union all
    select * from (
      select u.id, coalesce(nullif(c.contact_name, ''), trim(u.first_name || ' ' || u.last_name)),
        u.role, u.language, c.id, c.number, c.status = any($2::text[])
      from jobs c join users u on u.id = c.customer_id
      where c.contact_phone = $1 and c.contact_phone <> ''
      order by c.status = any($2::text[]) desc,
        case when c.status = any($2::text[]) then c.starts_at end, c.starts_at desc limit 1) contact`,
}

/** Among several people with the number, the only one with a visit ahead; otherwise the sender is unknown. */
export async function findTextSender(phone: string): Promise<TextSender> {
  const people = await queryRows<SenderRow>(senderStatement, [phone, activeJobStatuses])
  const ahead = people.filter((one) => one.ahead)
  const one = people.length === 1 ? people[0] : ahead.length === 1 ? ahead[0] : undefined
  if (!one) {
    const name = people
      .map((person) => person.name)
      .filter(Boolean)
      .join(' / ')
    return { name, customerId: null, language: people[0]?.language ?? null, job: null }
  }
  const { name, role, language, jobId, number, ahead: isAhead } = one
  return {
    name,
    customerId: role === 'customer' ? one.id : null,
    language,
    job: jobId && number !== null ? { id: jobId, number, ahead: isAhead ?? false } : null,
  }
}
