import { eq } from 'drizzle-orm'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { expect } from 'vitest'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { bookVisit, preAuthorize, processPayment } from './test-visits.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { type TestPerson } from '#server/testing/test-app.ts'

/** Lets hours pass. */
export const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

export const cancel = (who: TestPerson, id: string, body: object = {}) =>
  who.call('POST /api/jobs/{id}/cancel', { params: { id }, body })

export const notDone = (who: TestPerson, id: string, more: object = {}, headers = {}) =>
  who.call('POST /api/jobs/{id}/not-done', {
    params: { id },
    body: { reason: 'no_show', note: 'Rang twice, waited 15 minutes', ...more },
    headers,
  })

export const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** The visit as they see it. */
export const read = async (who: TestPerson, id: string) =>
  (await who.call('GET /api/jobs/{id}', { params: { id } })).body

/** Their mails in order. */
export const mailsTo = async (who: TestPerson) =>
  (
    await db()
      .select()
      .from(sentMessages)
      .where(eq(sentMessages.recipient, who.user.email ?? ''))
  )
    .map(({ body }) => body)
    .join('\n')

/** A customer's visit in some hours; `paying`: a hold, the whole amount, or nothing. */
export async function bookPaying(
  customer: TestPerson,
  paying: 'held' | 'paid' | 'nothing',
  { inHours = 5, status = 'assigned' }: { inHours?: number; status?: JobStatus } = {},
): Promise<string> {
  const id = await bookVisit(customer, { inHours, status })
  if (paying === 'held') expect((await preAuthorize(customer, { jobId: id })).status).toBe(200)
  if (paying === 'paid') expect((await processPayment(customer, { jobId: id })).status).toBe(200)
  await runDueTasks()
  return id
}
