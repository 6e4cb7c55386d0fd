import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentDiscrepancies } from '#server/database/tables/card-network.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { resumePayments, sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeJob,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  preAuthorize,
  processPayment,
  setFaults,
  worded,
  paidVisit,
} from './test-visits.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))

const refund = (jobId: string, amount: string | number, more: object = {}) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint', ...more },
  })

test('a refund in the dashboard is recorded and never charged again', async () => {
  const jobId = await paidVisit(customer)
  const [payment] = await networkPayments()
  await testNetwork.refundInDashboard(payment?.id ?? '', 3000)
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

test('a failed refund is announced, shown to the admin and not repeated', async () => {
  const jobId = await paidVisit(customer, 'refund_fails')
  expect((await refund(jobId, 29.99)).body).toMatchObject({ refundedAmount: '29.99' })
  travel(26)
  await sweepPayments()
  expect(await worded(jobId)).toMatchObject({
    state: 'refunding',
    refundedCents: 0,
    note: 'Customer Complaint: -$29.99; A refund of $29.99 failed. Please refund it another way',
  })
  travel(48)
  await sweepPayments()
  expect((await networkPayments())[0]?.refunds).toHaveLength(1)
  expect(await ledgerOf(jobId)).toEqual({ cash: 12_999, receivable: -2999, revenue: -10_000 })
  const titles = async (person: TestPerson) =>
    (await person.call('GET /api/notifications')).body.map(({ title }: { title: string }) => title)
  expect(await titles(customer)).toEqual([
    'Your refund is delayed',
    'Refund on its way',
    '$129.99 charged to your card',
  ])
  expect(await titles(admin)).toEqual(['A refund failed'])
  expect((await refund(jobId, 1)).status).toBe(409)
})

test.each([
  ['given_back', { state: 'paid', refundedAmount: '29.99', amount: '100.00' }, 10_000],
  ['kept', { state: 'paid', refundedAmount: '0.00', amount: '129.99' }, 12_999],
] as const)('a failed refund is resolved as %s', async (outcome, payment, cash) => {
  const jobId = await paidVisit(customer, 'refund_fails')
  await refund(jobId, 29.99)
  travel(26)
  await sweepPayments()
  const { body: shown } = await admin.call('GET /api/payments/{jobId}', { params: { jobId } })
  expect(shown.problems).toMatchObject([{ stuckAmount: '29.99' }])
  const resolve = (body: object, who = admin) =>
    who.call('POST /api/payments/{jobId}/discrepancies/{discrepancyId}/resolve', {
      params: { jobId, discrepancyId: shown.problems[0].id },
      body,
    })
  expect((await resolve({ note: 'Cash', outcome }, customer)).status).toBe(403)
  expect((await resolve({ note: ' ', outcome })).status).toBe(400)
  expect((await resolve({ note: 'What about the money?' })).status).toBe(400)
  const resolved = await resolve({ note: 'Handed over in cash', outcome })
  expect(resolved.body).toMatchObject({ ...payment, problems: [] })
  expect((await resolve({ note: 'Again', outcome })).status).toBe(409)
  expect(await ledgerOf(jobId)).toEqual({ cash, receivable: 0, revenue: -cash })
  expect(await db().select().from(paymentDiscrepancies)).toMatchObject([
    { resolvedBy: admin.user.id, resolution: 'Handed over in cash', outcome },
  ])
  const [heard] = (await customer.call('GET /api/notifications')).body
  expect(heard.title).toBe('About your refund')
  expect(heard.message).toContain('$29.99')
  travel(24)
  await sweepPayments()
  expect((await networkPayments())[0]?.refunds).toHaveLength(1)
})

test('an unreachable network at completion is retried until it answers', async () => {
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

test('an unreachable network during payment answers 503, and the attempt is finished later', async () => {
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
        await dies.survives(refund(jobId, 80))
      }
      await whole()
      setFaults()
      await resumePayments()
      // Continues wherever it stopped, without repeating finished steps.
      await preAuthorize(customer, { jobId })
      if (verb !== 'release') await changeJob(jobId, { status: 'completed', extrasCents: 1 })
      await runDueTasks()
      // The amount due now: a refund decided before the crash is not decided again.
      const { amountCents } = await costNow(jobId)
      if (amountCents > 5000) await refund(jobId, '80.00')
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

async function costNow(jobId: string) {
  const { body } = await admin.call('GET /api/payments/{jobId}', { params: { jobId } })
  return { amountCents: centsFromDecimal(body.amount) ?? 0 }
}

/** Ends everything at one moment of one call: nothing that was running returns. */
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
