import { beforeEach, expect, test } from 'vitest'
import { now, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import {
  bookVisit,
  changeJob,
  ledgerOf,
  networkPayments,
  preAuthorize,
  setFaults,
} from './test-visits.ts'

const app = useTestApp({ at: new Date('2026-11-24T15:00:00Z') })
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 24, notDoneFeeCents: 4000 })
})

const travel = (hours: number) => travelTo(new Date(now().getTime() + hours * 3_600_000))
const cancel = (id: string, fee: string) =>
  admin.call('POST /api/jobs/{id}/cancel', {
    params: { id },
    body: { reason: 'Nobody answers the phone', fee },
  })

/** Raises the cost above the hold. */
const raise = (jobId: string, amount: string) =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount, reason: 'other' },
  })

async function held(inHours = 5): Promise<string> {
  const jobId = await bookVisit(customer, { inHours })
  expect((await preAuthorize(customer, { jobId })).status).toBe(200)
  return jobId
}

test.each([
  ['changeAmount', 'before'],
  ['changeAmount', 'after'],
  ['capture', 'before'],
  ['capture', 'after'],
] as const)('an answer lost %s (%s) charges the fee once', async (verb, moment) => {
  const id = await held()
  let lost = 0
  setFaults((called, when) => {
    if (called !== verb || when !== moment || lost > 0) return
    lost++
    throw new Error('The network is gone.')
  })
  expect((await cancel(id, '25.00')).status).toBe(200)
  await runDueTasks({ tolerateFailures: true })
  for (let minutes = 0; minutes < 5; minutes++) {
    travel(1 / 4)
    await sweepPayments()
    await runDueTasks()
  }
  expect(lost).toBe(1)
  expect(await paymentOf(id)).toMatchObject({ state: 'paid', heldCents: 0, capturedCents: 2500 })
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 2500 }])
  expect(await ledgerOf(id)).toEqual({ cash: 2500, receivable: 0, revenue: -2500 })
})

test('a hold below the fee is taken completely and the rest charged to the card', async () => {
  await changeSettings({ cancelFeeCents: 15_000 })
  const id = await held()
  expect((await raise(id, '200.00')).status).toBe(200)
  expect((await cancel(id, '150.00')).status).toBe(200)
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'paid', heldCents: 0, capturedCents: 15_000 })
  expect(await ledgerOf(id)).toEqual({ cash: 15_000, receivable: 0, revenue: -15_000 })
})

test('if the card refuses it, the customer is billed', async () => {
  const id = await bookVisit(customer, { inHours: 30 * 24 })
  expect((await preAuthorize(customer, { jobId: id })).body).toMatchObject({ state: 'card_saved' })
  await testNetwork.setStoredCards('declined')
  travel(30 * 24 - 60)
  await changeSettings({ cancelFeeWithinHours: 72 })
  expect((await cancel(id, '25.00')).status).toBe(200)
  for (let day = 0; day < 5; day++) {
    await sweepPayments()
    await runDueTasks()
    travel(24)
  }
  expect(await paymentOf(id)).toMatchObject({ state: 'balance_due', capturedCents: 0 })
  expect(await ledgerOf(id)).toEqual({ cash: 0, receivable: 2500, revenue: -2500 })
})

test('if the hold expired before the decision, only the fee is charged', async () => {
  const technician = await app.as('technician')
  const startsAt = new Date(now().getTime() + 6 * 24 * 3_600_000)
  const { id } = await makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    startsAt,
    status: 'assigned',
  })
  expect((await preAuthorize(customer, { jobId: id })).body).toMatchObject({ state: 'held' })
  travel(6 * 24 + 1)
  const ended = await technician.call('POST /api/jobs/{id}/not-done', {
    params: { id },
    body: { reason: 'no_show', note: '' },
  })
  expect(ended.status).toBe(200)
  travel(40)
  await sweepPayments()
  await runDueTasks()
  const fee = { params: { id }, body: { fee: '40.00', reason: '' } }
  expect((await admin.call('POST /api/jobs/{id}/fee', fee)).status).toBe(200)
  await runDueTasks()
  await sweepPayments()
  expect(await paymentOf(id)).toMatchObject({ state: 'paid', heldCents: 0, capturedCents: 4000 })
  expect(await ledgerOf(id)).toEqual({ cash: 4000, receivable: 0, revenue: -4000 })
})

test('the fee is the same amount in visit, list, file, receipt, customer and revenue', async () => {
  const id = await held()
  await cancel(id, '25.00')
  await runDueTasks()
  const about = { params: { id } }
  const [payment] = (await admin.call('GET /api/payments')).body
  const receipt = (await customer.call('GET /api/jobs/{id}/receipt', about)).body
  const [spender] = (await admin.call('GET /api/admin/customers')).body
  const { text: csv } = await admin.call('GET /api/payments/export')
  const visit = (await customer.call('GET /api/jobs/{id}', about)).body
  const orders = (await customer.call('GET /api/jobs/customer')).body
  expect([
    visit.finalAmount,
    orders[0].finalAmount,
    payment.amount,
    payment.capturedAmount,
    receipt.cost.amount,
    receipt.cost.paid,
    spender.totalSpent,
  ]).toEqual(Array(7).fill('25.00'))
  expect(payment.notes).toContain('Cancellation fee: $25.00')
  expect(csv).toContain(',25.00,')
  const movements = (
    await admin.call('GET /api/payments/{jobId}/movements', { params: { jobId: id } })
  ).body
  expect(movements).toEqual(expect.arrayContaining([expect.objectContaining({ amount: '25.00' })]))
})

test("saving a card agrees to that day's fees, recorded in the history", async () => {
  const id = await held()
  const [card] = await db().select().from(paymentCards)
  expect(card?.consentVersion).toBe('2026-11-28; cancelled within 24 h 25.00; not done up to 40.00')
  const history = await admin.call('GET /api/jobs/{id}/history', { params: { id } })
  expect(history.body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        event: 'card_saved',
        lines: ['Visa ending in 1111'],
        by: { role: 'guest', name: expect.any(String) },
      }),
    ]),
  )
})

const mails = async () =>
  (await db().select().from(sentMessages)).map(({ body }) => body).join('\n')

test('for a saved card or an expired hold, the fee is announced as charged to it, and is', async () => {
  await changeSettings({ cancelFeeWithinHours: 240 })
  const saved = await bookVisit(customer, { inHours: 9 * 24 })
  expect((await preAuthorize(customer, { jobId: saved })).body).toMatchObject({
    state: 'card_saved',
  })
  const ranOut = await held(6 * 24)
  // Moved away, so its hold expires before the visit, which is too far ahead for the next one.
  await changeJob(ranOut, { startsAt: new Date(now().getTime() + 15 * 24 * 3_600_000) })
  for (const id of [saved, ranOut]) {
    if (id === ranOut) {
      travel(7.5 * 24)
      await sweepPayments()
      await runDueTasks()
      expect(await paymentOf(id)).toMatchObject({ state: 'expired' })
    }
    const { heldAmount } = (await customer.call('GET /api/jobs/{id}', { params: { id } })).body
    expect(heldAmount).toBeNull()
    await db().delete(sentMessages)
    const body = { seenFee: '25.00' }
    const answer = await customer.call('POST /api/jobs/{id}/cancel', { params: { id }, body })
    expect(answer.status).toBe(200)
    await runDueTasks()
    await sweepPayments()
    await runDueTasks()
    const words = await mails()
    expect(words).toContain('A fee of $25.00 is charged for the cancellation.')
    expect(words).not.toContain('reserved')
    expect(words).not.toContain('Pay here')
    expect(await paymentOf(id)).toMatchObject({ state: 'paid', capturedCents: 2500 })
  }
})
