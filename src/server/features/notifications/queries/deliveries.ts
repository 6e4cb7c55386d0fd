import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { cutPage, listOrder } from '#server/http/list-order.ts'
import type { Delivery, deliveryStates } from '#shared/contract/deliveries.ts'
import { jobNumber } from '#shared/rules/jobs.ts'

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
