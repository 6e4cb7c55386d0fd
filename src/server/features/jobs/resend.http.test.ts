import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: new Date('2026-11-24T15:00:00Z') })
let admin: TestPerson
let customer: TestPerson
let id: string
beforeEach(async () => {
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Ada', lastName: 'One' }))
  customer = await app.as('customer')
  const wanted = { customerId: customer.user.id, status: 'scheduled' as const }
  id = (await makeJob({ ...wanted, serviceDate: '2026-12-01', slot: slotAt(2) })).id
})

const move = (date: string, slot: 1 | 2 | 3) =>
  admin.call('POST /api/jobs/{id}/reschedule', {
    params: { id },
    body: { scheduledDate: date, scheduledTime: labelAt(slot) },
  })
const list = async () => (await admin.call('GET /api/jobs/{id}/messages', { params: { id } })).body
const resend = (messageId: string, who = admin) =>
  who.call('POST /api/jobs/{id}/messages/{messageId}/resend', { params: { id, messageId } })
const mails = async () => {
  await runDueTasks()
  return db()
    .select()
    .from(sentMessages)
    .where(and(eq(sentMessages.recipient, customer.user.email ?? ''), eq(sentMessages.jobId, id)))
}

test("a customer's message is sent again in its current state, and recorded in the history", async () => {
  await move('2026-12-02', 1)
  const [first] = await list()
  await move('2026-12-03', 3)
  expect((await resend(first.id)).status).toBe(404)
  const [moved, ...others] = await list()
  expect([moved.title, others]).toEqual(['Visit moved', []])
  const before = (await mails()).length
  expect((await resend(moved.id)).status).toBe(200)
  const all = await mails()
  expect(all).toHaveLength(before + 1)
  expect(all.every(({ status }) => status === 'local')).toBe(true)
  expect(all.at(-1)?.body).toContain('December 3')
  const history = await admin.call('GET /api/jobs/{id}/history', { params: { id } })
  expect(history.body.at(-1)).toMatchObject({
    event: 'message_resent',
    by: { role: 'admin', name: 'Ada One' },
    lines: ['By e-mail'],
  })
})

test('pressed twice it is sent once, at most five times an hour', async () => {
  await move('2026-12-02', 1)
  const [{ id: messageId }] = await list()
  const both = await Promise.all([resend(messageId), resend(messageId)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  for (let n = 0; n < 4; n++) {
    travelTo(new Date(now().getTime() + 61_000))
    expect((await resend(messageId)).status).toBe(200)
  }
  travelTo(new Date(now().getTime() + 61_000))
  expect((await resend(messageId)).status).toBe(429)
  travelTo(new Date(now().getTime() + 3_600_000))
  expect((await resend(messageId)).status).toBe(200)
})

test('an outdated message is not sent again, and only the office can', async () => {
  await move('2026-12-02', 1)
  const [{ id: messageId }] = await list()
  expect((await resend(messageId, customer)).status).toBe(403)
  await admin.call('POST /api/jobs/{id}/cancel', { params: { id }, body: { reason: 'Rain' } })
  expect(await resend(messageId)).toMatchObject({
    status: 409,
    body: { message: 'This message does not fit the visit as it is now.' },
  })
  expect((await list()).map(({ title }: { title: string }) => title)).toEqual(['Visit cancelled'])
})
