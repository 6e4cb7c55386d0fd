import { beforeEach, expect, test } from 'vitest'
import { signatureHeader, signEvent } from '#server/adapters/cards/simulator/signature.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeUser } from '#server/database/test-factories.ts'
import { paymentAdjustments } from '#server/database/tables/payment-adjustments.ts'
import { providerEvents } from '#server/database/tables/provider-events.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { simulatorKey } from './simulator-bank.ts'
import {
  bookVisit,
  changeJob,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  preAuthorize,
  processPayment,
  setFaults,
  simulator,
  worded,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))
const adjust = (jobId: string, amount: string | number) =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint' },
  })

async function paidVisit(outcome?: 'refund_fails' | 'refund_pends'): Promise<string> {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, ...(outcome && { outcome }) })
  await changeAndSettle(jobId, { status: 'completed' })
  return jobId
}

test('after the charge, less is refunded and more is charged; each is written down', async () => {
  const jobId = await paidVisit()
  expect((await adjust(jobId, 100)).body).toMatchObject({
    amount: '100.00',
    refundedAmount: '29.99',
    state: 'paid',
  })
  expect((await adjust(jobId, '110.00')).body).toMatchObject({
    capturedAmount: '139.99',
    refundedAmount: '29.99',
    state: 'paid',
  })
  expect((await adjust(jobId, 0)).body).toMatchObject({ state: 'refunded', status: 'refunded' })
  expect(await ledgerOf(jobId)).toEqual({ cash: 0, receivable: 0, revenue: 0 })
  const audit = await db().select().from(paymentAdjustments)
  expect(audit.map(({ fromCents, toCents, actorId }) => [fromCents, toCents, actorId])).toEqual([
    [12_999, 10_000, admin.user.id],
    [10_000, 11_000, admin.user.id],
    [11_000, 0, admin.user.id],
  ])
})

test('an adjustment in the middle of the capture is settled by a refund', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  let adjusted: Promise<{ status: number }> | undefined
  setFaults((verb, moment) => {
    if (verb === 'capture' && moment === 'after') adjusted = adjust(jobId, 100)
  })
  await changeAndSettle(jobId, { status: 'completed' })
  expect((await adjusted)?.status).toBe(200)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ capturedCents: 12_999, refundedCents: 2999 })
})

test('a cancelled visit is not adjusted, an unknown one not found', async () => {
  const jobId = await bookVisit(customer)
  await changeAndSettle(jobId, { status: 'cancelled' })
  expect((await adjust(jobId, 1)).status).toBe(409)
  expect((await preAuthorize(customer, { jobId })).status).toBe(409)
  expect((await processPayment(customer, { jobId })).status).toBe(409)
  expect((await adjust('00000000-0000-4000-8000-000000000000', 1)).status).toBe(404)
})

test('webhooks: badly signed refused, foreign ignored, replays and old ones harmless', async () => {
  const jobId = await paidVisit()
  const [payment] = await networkPayments()
  const post = async (event: object, key?: Buffer) => {
    const body = JSON.stringify(event)
    const signature = signEvent(key ?? (await simulatorKey()), body)
    return app.call('POST /api/payments/webhook', {
      body,
      headers: { [signatureHeader]: signature },
    })
  }
  const event = (id: string, paymentId: string | undefined) => ({
    event_id: id,
    type: 'payment.updated',
    data: { payment_id: paymentId },
  })
  expect((await post(event('a', payment?.id), Buffer.from('another key'))).status).toBe(403)
  expect((await post(event('b', 'somebody elses'))).status).toBe(204)
  for (let n = 0; n < 3; n++) expect((await post(event('c', payment?.id))).status).toBe(204)
  const before = await paymentOf(jobId)
  await runDueTasks()
  expect(await paymentOf(jobId)).toEqual(before)
  const events = await db().select().from(providerEvents)
  expect(events.filter((row) => ['a', 'b', 'c'].includes(row.eventId))).toMatchObject([
    { eventId: 'b', jobId: null },
    { eventId: 'c', jobId },
  ])
})

test('a refund in the dashboard is recorded and never charged again', async () => {
  const jobId = await paidVisit()
  const [payment] = await networkPayments()
  await simulator.refundInDashboard(payment?.id ?? '', 3000)
  await runDueTasks()
  expect(await worded(jobId)).toMatchObject({
    state: 'paid',
    refundedCents: 3000,
    note: 'Refunded by the office: -$30.00; $30.00 was refunded in the card dashboard',
  })
  travel(48)
  await sweepPayments()
  expect(await networkPayments()).toHaveLength(1)
  expect(await ledgerOf(jobId)).toEqual({ cash: 9999, receivable: 0, revenue: -9999 })
})

test('a refund that fails is shown to the admin and not repeated', async () => {
  const jobId = await paidVisit('refund_fails')
  expect((await adjust(jobId, 100)).body).toMatchObject({ refundedAmount: '29.99' })
  travel(26)
  await sweepPayments()
  expect(await worded(jobId)).toMatchObject({
    state: 'refunding',
    refundedCents: 0,
    note: 'Goodwill: -$29.99; A refund of $29.99 failed. Please refund it another way',
  })
  travel(48)
  await sweepPayments()
  expect((await networkPayments())[0]?.refunds).toHaveLength(1)
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: -2999, revenue: -10_000 })
})

test('a network that is down at completion is asked again until it answers', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  let calls = 0
  setFaults(() => {
    calls += 1
    throw new Error('down')
  })
  expect(await changeAndSettle(jobId, { status: 'completed' })).toMatchObject({
    state: 'settling',
    note: 'waiting for the card network',
  })
  await sweepPayments()
  expect(calls).toBe(2)
  setFaults()
  travel(1)
  await sweepPayments()
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', capturedCents: 12_999 })
  expect(await networkPayments()).toHaveLength(1)
})

test('a network that is down while a customer pays answers 503, and the try is finished later', async () => {
  const jobId = await bookVisit(customer)
  setFaults(() => {
    throw new Error('down')
  })
  expect((await processPayment(customer, { jobId })).status).toBe(503)
  setFaults()
  expect((await processPayment(customer, { jobId })).status).toBe(409)
  expect(await paymentOf(jobId)).toMatchObject({ state: 'paid', capturedCents: 12_999 })
})

test.each(['before', 'after'] as const)(
  'a process that dies %s any call charges exactly once after its start',
  async (moment) => {
    for (const verb of ['saveCard', 'pay', 'changeAmount', 'capture', 'refund', 'release']) {
      const jobId = await bookVisit(customer, { inHours: 1 })
      const dies = crash(verb, moment)
      const whole = async () => {
        if (!(await dies.survives(preAuthorize(customer, { jobId })))) return
        const extra = { status: 'completed', extrasCents: 1 } as const
        await changeJob(jobId, verb === 'release' ? { status: 'cancelled' } : extra)
        if (!(await dies.survives(orchestratePayment(jobId)))) return
        await dies.survives(adjust(jobId, 50))
      }
      await whole()
      setFaults()
      await resumePayments()
      // Goes on from wherever it stopped; what is done already is not done again.
      await preAuthorize(customer, { jobId })
      if (verb !== 'release') await changeJob(jobId, { status: 'completed', extrasCents: 1 })
      await adjust(jobId, 50)
      await runDueTasks()
      const due = verb === 'release' ? 0 : 5000
      const revenue = due === 0 ? 0 : -due
      expect({ verb, crashed: dies.crashed(), ...(await ledgerOf(jobId)) }).toEqual({
        verb,
        crashed: true,
        cash: due,
        receivable: 0,
        revenue,
      })
    }
    const all = await networkPayments()
    const net = all.reduce(
      (sum, payment) =>
        payment.refunds.reduce(
          (left, refund) => left - refund.cents,
          sum + (payment.status === 'completed' ? payment.cents : 0),
        ),
      0,
    )
    expect(net).toBe(5 * 5000)
    expect(all.filter((payment) => payment.status === 'approved')).toEqual([])
  },
)

/** Ends everything at one moment of one call: what was running never comes back. */
function crash(verb: string, moment: 'before' | 'after') {
  let died = false
  let die = () => {}
  const death = new Promise<'died'>((resolve) => (die = () => resolve('died')))
  setFaults((called, at) => {
    if (died || called !== verb || at !== moment) return
    died = true
    die()
    return new Promise<void>(() => {})
  })
  return {
    crashed: () => died,
    survives: async (run: Promise<unknown>) => (await Promise.race([run, death])) !== 'died',
  }
}

test('the list pages from the newest on and filters by status', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push(await bookVisit(customer))
  await processPayment(customer, { jobId: ids[2] ?? '' })
  const first = await admin.call('GET /api/payments', { query: { limit: '2' } })
  const cursor = String(first.headers['x-next-cursor'])
  const second = await admin.call('GET /api/payments', { query: { limit: '2', cursor } })
  expect(first.headers['x-total-count']).toBe('5')
  const listed = [...first.body, ...second.body].map((payment: { jobId: string }) => payment.jobId)
  expect(listed).toEqual(ids.toReversed().slice(0, 4))
  const completed = await admin.call('GET /api/payments', { query: { status: 'completed' } })
  expect(completed.body).toMatchObject([{ jobId: ids[2], capturedAmount: '129.99' }])
  expect((await customer.call('GET /api/payments')).status).toBe(403)
})

test('the export carries every payment and no formula', async () => {
  const evil = await app.as(
    await makeUser({ role: 'customer', firstName: '=cmd|calc', lastName: 'A,"B"' }),
  )
  await bookVisit(evil)
  const answer = await admin.call('GET /api/payments/export')
  expect(answer.headers['content-disposition']).toMatch(/payment-data-\d{4}-\d\d-\d\d\.csv/)
  const [header, row] = answer.text.split('\r\n')
  expect(header).toContain('Customer,Amount (USD)')
  expect(row).toContain(`"'=cmd|calc A,""B""",129.99,0.00,0.00,0.00,pending,none,`)
})

test('the card form is served from our own origin and takes practice cards only', async () => {
  const config = await app.call('GET /api/payments/config')
  expect(config.body).toMatchObject({ provider: 'simulator', environment: 'sandbox' })
  const script = await app.call(`GET ${config.body.scriptUrl}`)
  expect(script.headers['content-type']).toContain('text/javascript')
  expect((await app.call('GET /simulator/card-frame')).text).not.toMatch(/<script>|onclick|style=/)
  const mint = (body: object) => app.call('POST /simulator/tokens', { body })
  const minted = await mint({ outcome: 'ok', brand: 'Visa', last4: '1111' })
  expect(minted.body.token).toMatch(/^cnon:sim_/)
  for (const body of [
    { outcome: 'ok', brand: 'Visa', last4: '4242' },
    { outcome: 'ok', brand: 'Visa', last4: '4111111111111111' },
    { outcome: 'ok', brand: 'Visa', last4: '1111', number: '4111111111111111' },
  ])
    expect((await mint(body)).status).toBe(400)
})
