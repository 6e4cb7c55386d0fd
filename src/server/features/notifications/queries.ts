import { services } from '#server/adapters/services.ts'
import { and, type AnyColumn, desc, eq, type SQL, sql, isNotNull } from 'drizzle-orm'
import type { Notification } from '#shared/contract/notifications.ts'
import { inLanguage } from '#server/base/language.ts'
import { mailHtml } from './mail/mail-html.ts'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import {
  notifications,
  pushSubscriptions,
  sentMessages,
} from '#server/database/tables/notifications.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { describeNotification } from '#server/events/describe-notification.ts'
import { partiesColumns } from '#server/reads/visits.ts'
import { cutPage, type ListKey, listOrder } from '#server/http/list-order.ts'
import { hasReceipt } from '#shared/rules/payments.ts'
import { mayKnowCustomer, maySeeJob } from '#shared/rules/permissions.ts'

import type { Person } from '#shared/rules/roles.ts'
import type { Delivery, deliveryStates } from '#shared/contract/deliveries.ts'
import { jobNumber } from '#shared/rules/jobs.ts'

const newest = (createdAt: AnyColumn): ListKey[] => [
  { by: sql`${createdAt}`, type: 'timestamptz', descending: true, nullsLastInIndex: true },
]

const readRows = (sortKey: SQL<(string | null)[]> = sql`null`) =>
  db()
    .select({
      row: notifications,
      job: { id: jobs.id, number: jobs.number, serviceAddress: jobs.serviceAddress },
      vehicle: { year: vehicles.year, make: vehicles.make, model: vehicles.model },
      parties: partiesColumns,
      payState: paymentAccounts.state,
      sortKey,
    })
    .from(notifications)
    .leftJoin(jobs, eq(jobs.id, notifications.jobId))
    .leftJoin(vehicles, eq(vehicles.id, jobs.vehicleId))
    .leftJoin(paymentAccounts, eq(paymentAccounts.jobId, jobs.id))

type ReadRow = Awaited<ReturnType<typeof readRows>>[number]

/** A page of a person's notifications, newest first. */
export async function notificationsOf(
  person: Person,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ list: Notification[]; next?: string | undefined }> {
  const order = listOrder(
    { cursor },
    { fields: {}, usual: newest(notifications.createdAt), id: sql`${notifications.id}` },
  )
  const rows = await readRows(order.sortKey)
    .where(and(eq(notifications.userId, person.id), order.after))
    .orderBy(order.orderBy)
    .limit(limit + 1)
  const page = cutPage(rows, limit, order)
  return { list: page.rows.map((row) => toWire(person, row)), next: page.next }
}

export function countNotifications(userId: string): Promise<number> {
  return db().$count(notifications, eq(notifications.userId, userId))
}

/** One notification of a person; undefined if it does not exist. */
export async function notificationOf(
  person: Person,
  id: string,
): Promise<Notification | undefined> {
  const [row] = await readRows().where(
    and(eq(notifications.id, id), eq(notifications.userId, person.id)),
  )
  return row && toWire(person, row)
}

/** All of a person's notifications, newest first, for the copy of their data. */
export async function allNotificationsOf(
  person: Person,
): Promise<(Notification & { readAt: string | null })[]> {
  const rows = await readRows()
    .where(eq(notifications.userId, person.id))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
  return rows.map((read) => ({
    ...toWire(person, read),
    readAt: read.row.readAt?.toISOString() ?? null,
  }))
}

function toWire(person: Person, { row, job, vehicle, parties, payState }: ReadRow): Notification {
  const isTheirs = parties !== null && maySeeJob(person, parties)
  // Only readers who may know the customer see the visit's address and the customer's words.
  const known = parties !== null && mayKnowCustomer(person, parties, now())
  const serviceAddress = (known && job?.serviceAddress) || ''
  const about = job && vehicle ? { ...job, serviceAddress, vehicle } : null
  const { title, message, path } = describeNotification(
    {
      row: job && !known && person.role === 'technician' ? withoutWords(row) : row,
      job: about,
      isTheirs,
      hasReceipt: parties !== null && hasReceipt(parties.status, payState ?? 'none'),
    },
    person.role ?? 'customer',
  )
  return {
    id: row.id,
    type: row.type,
    title,
    message,
    path,
    jobId: row.jobId,
    job: job && known ? { serviceAddress } : null,
    read: row.readAt !== null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Without people's own words and identities. */
const withoutWords = (row: ReadRow['row']): ReadRow['row'] => ({
  ...row,
  data: { ...(row.data as object), name: '', message: '', description: '' },
})

/** A page of e-mails and text messages, sent or not, newest first. */
export async function newestSentMessages({
  limit,
  cursor,
}: {
  limit: number
  cursor?: string | undefined
}) {
  const order = listOrder(
    { cursor },
    { fields: {}, usual: newest(sentMessages.createdAt), id: sql`${sentMessages.id}` },
  )
  const rows = await db()
    .select({ row: sentMessages, sortKey: order.sortKey })
    .from(sentMessages)
    .where(order.after)
    .orderBy(order.orderBy)
    .limit(limit + 1)
  const page = cutPage(rows, limit, order)
  const list = page.rows.map(({ row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    html: row.channel === 'email' ? inLanguage(row.language, () => mailHtml(row)) : null,
  }))
  return { list, next: page.next }
}

export function countSentMessages(): Promise<number> {
  return db().$count(sentMessages)
}

/** Whether a text message was queued under that id. */
export async function wasSentAsSms(id: string): Promise<boolean> {
  return (await db().$count(sentMessages, eq(sentMessages.id, id))) > 0
}

/** False without a mail server when no one can read the outbox either. */
export const mailsArrive = () => !services().mailer.isDeadEnd

/** False without a text message provider when no one can read the outbox either. */
export const textsArrive = () => !services().telephony.isDeadEnd

type Wanted = {
  state: (typeof deliveryStates)[number]
  limit: number
  cursor?: string | undefined
}

const conditions = {
  failed: eq(sentMessages.status, 'failed'),
  waiting: and(eq(sentMessages.status, 'queued'), isNotNull(sentMessages.error)),
  skipped: eq(sentMessages.status, 'skipped'),
}

/** A page of undelivered messages, newest first, without their text: some contain links that open visits. */
export async function undelivered({
  state,
  limit,
  cursor,
}: Wanted): Promise<{ list: Delivery[]; next?: string | undefined }> {
  const newest = {
    by: sql`${sentMessages.createdAt}`,
    type: 'timestamptz',
    descending: true,
    nullsLastInIndex: true,
  } as const
  const order = listOrder({ cursor }, { fields: {}, usual: [newest], id: sql`${sentMessages.id}` })
  const rows = await db()
    .select({
      id: sentMessages.id,
      channel: sentMessages.channel,
      recipient: sentMessages.recipient,
      subject: sentMessages.subject,
      error: sentMessages.error,
      createdAt: sentMessages.createdAt,
      jobId: jobs.id,
      number: jobs.number,
      sortKey: order.sortKey,
    })
    .from(sentMessages)
    .leftJoin(jobs, eq(jobs.id, sentMessages.jobId))
    .where(and(conditions[state], order.after))
    .orderBy(order.orderBy)
    .limit(limit + 1)
  const page = cutPage(rows, limit, order)
  const list = page.rows.map(({ error, createdAt, jobId, number, sortKey: _key, ...row }) => ({
    ...row,
    at: createdAt.toISOString(),
    reason: error?.replace(/^(Error|MailRefused|NumberRefused): /, '') ?? '',
    job: jobId && number ? { id: jobId, number: jobNumber(number) } : null,
  }))
  return { list, next: page.next }
}

/** Whether this session's browser receives push messages. */
export const receivesPush = async (sessionHash: string): Promise<boolean> =>
  (await db().$count(pushSubscriptions, eq(pushSubscriptions.sessionHash, sessionHash))) > 0
