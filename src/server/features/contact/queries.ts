import { and, eq, ilike, or, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { contactMessages } from '#server/database/tables/contact-messages.ts'
import { cutPage, listOrder, textKey } from '#server/http/list-order.ts'
import { personPatterns, searchPatterns } from '#server/http/paging.ts'
import type { ContactMessage, contactMessageSorts } from '#shared/contract/contact.ts'

type Wanted = {
  handled?: 'true' | 'false' | undefined
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
}

/** Messages to the office, those still to be handled first, then the newest, unless sorted. */
export async function findMessages(wanted: Wanted) {
  const matching = and(
    wanted.handled && eq(contactMessages.handled, wanted.handled === 'true'),
    or(holdsAll(searchPatterns(wanted.search)), holdsAll(personPatterns(wanted.search))),
  )
  const order = orderMessages(wanted)
  const [rows, total] = await Promise.all([
    db()
      .select({ row: contactMessages, sortKey: order.sortKey })
      .from(contactMessages)
      .where(and(matching, order.after))
      .orderBy(order.orderBy)
      .limit(wanted.limit + 1),
    db().$count(contactMessages, matching),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return { messages: page.rows.map(({ row }) => toMessage(row)), total, next: page.next }
}

const { name, email, phone, subject, message, createdAt } = contactMessages
const holdsAll = (patterns: string[]) => and(...patterns.map((pattern) => ilike(searched, pattern)))
const searched = sql`(${name} || ' ' || ${email} || ' ' || ${phone} || ' ' || ${subject} || ' ' || ${message})`

type Field = (typeof contactMessageSorts)[number]

const orderMessages = (asked: Wanted) =>
  listOrder<Field>(asked, {
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

export function toMessage(row: typeof contactMessages.$inferSelect): ContactMessage {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
