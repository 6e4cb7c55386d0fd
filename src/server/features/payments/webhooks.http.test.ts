import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentHolds } from '#server/database/tables/payment-records.ts'
import { providerEvents } from '#server/database/tables/card-network.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import { bookVisit, ledgerOf, networkPayments, paidVisit, preAuthorize } from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const dayMs = 86_400_000
const isSquare = testNetwork.network.form.provider === 'square'

type Sent = Parameters<typeof testNetwork.webhook>[0]
const post = async (event: Sent, sign?: 'foreign') =>
  app.call('POST /api/payments/webhook', await testNetwork.webhook(event, sign))
const replay = (id: string, who = admin) =>
  who.call('POST /api/admin/card-network/events/{id}/replay', { params: { id } })
const listed = async () => (await admin.call('GET /api/admin/card-network/events')).body

test('webhooks: bad signatures refused, foreign ones ignored, replays and old ones harmless', async () => {
  const jobId = await paidVisit(customer)
  const paymentId = (await networkPayments())[0]?.id
  expect((await post({ id: 'a', paymentId }, 'foreign')).status).toBe(403)
  const unsigned = await testNetwork.webhook({ id: 'a', paymentId })
  expect((await app.call('POST /api/payments/webhook', { body: unsigned.body })).status).toBe(403)
  expect((await post({ id: 'b', paymentId: 'somebody elses' })).status).toBe(204)
  for (let n = 0; n < 3; n++) expect((await post({ id: 'c', paymentId })).status).toBe(204)
  const before = await paymentOf(jobId)
  await runDueTasks()
  expect(await paymentOf(jobId)).toEqual(before)
  const events = await db().select().from(providerEvents)
  expect(events.filter((row) => ['a', 'b', 'c'].includes(row.eventId))).toMatchObject([
    { eventId: 'b', jobId: null },
    { eventId: 'c', jobId },
  ])
})

test.runIf(isSquare)('an old event is refused, whatever its signature', async () => {
  const [yesterday, lastWeek] = [1, 7].map((days) => new Date(now().getTime() - days * dayMs))
  expect((await post({ id: 'old', paymentId: 'x', at: lastWeek ?? now() })).status).toBe(403)
  expect((await post({ id: 'late', paymentId: 'x', at: yesterday ?? now() })).status).toBe(204)
  expect((await listed()).map(({ id }: { id: string }) => id)).toEqual(['late'])
})

test('the office sees accepted webhooks, newest first, and can replay them', async () => {
  const jobId = await paidVisit(customer)
  const paymentId = (await networkPayments())[0]?.id ?? ''
  await db().delete(providerEvents)
  await post({ id: 'event-theirs', paymentId: 'somebody elses' })
  travelTo(new Date(now().getTime() + 60_000))
  await post({ id: 'event-ours', paymentId })
  await runDueTasks()
  expect(await listed()).toMatchObject([
    { id: 'event-ours', type: 'payment.updated', job: { id: jobId }, replayedAt: null },
    { id: 'event-theirs', job: null },
  ])
  // Its own webhook is lost; the office replays another one of the same payment.
  await testNetwork.refundInDashboard(paymentId, 3000)
  await db().delete(providerEvents).where(eq(providerEvents.type, 'refund.created'))
  expect((await replay('event-ours', customer)).status).toBe(403)
  expect((await replay('unheard-of-event')).status).toBe(404)
  for (let n = 0; n < 2; n++) {
    expect((await replay('event-ours')).status).toBe(200)
    await runDueTasks()
    expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', refundedCents: 3000 })
  }
  expect(
    (await listed()).find(({ id }: { id: string }) => id === 'event-ours').replayedAt,
  ).toBeTruthy()
  expect(await ledgerOf(jobId)).toEqual({ cash: 9999, receivable: 0, revenue: -9999 })
})

test('an event that arrives before its payment is known is kept', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await runDueTasks()
  const { id: paymentId = '' } = (await networkPayments())[0] ?? {}
  await db()
    .update(paymentHolds)
    .set({ paymentId: 'not written down yet' })
    .where(eq(paymentHolds.jobId, jobId))
  await post({ id: 'early', paymentId })
  await sweepPayments()
  expect((await listed())[0]).toMatchObject({ id: 'early', job: null })
  await db().update(paymentHolds).set({ paymentId }).where(eq(paymentHolds.jobId, jobId))
  await testNetwork.network.release({ paymentId })
  await db().delete(providerEvents).where(eq(providerEvents.jobId, jobId))
  await sweepPayments()
  await runDueTasks()
  const events = await db().select().from(providerEvents)
  expect(events.find(({ eventId }) => eventId === 'early')).toMatchObject({ jobId })
  const holds = await db().select().from(paymentHolds).where(eq(paymentHolds.paymentId, paymentId))
  expect(holds).toMatchObject([{ status: 'released' }])
})

test("the network's answer about our account is fetched on request", async () => {
  const state = await admin.call('GET /api/admin/card-network')
  expect(state.body).toMatchObject({ provider: isSquare ? 'square' : 'simulator' })
  const asked = await admin.call('POST /api/admin/card-network/check')
  if (isSquare)
    expect(asked.body).toMatchObject({
      environment: 'sandbox',
      webhookUrl: 'https://oil.example.com/api/payments/webhook',
      check: { state: 'ok', facts: [expect.stringContaining('Test garage')] },
    })
  else expect(asked.body).toMatchObject({ check: null, webhookUrl: null })
})
