import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { remindOfBills } from './actions/remind-of-payment.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { sweepPayments } from './actions/resume-payments.ts'
import { paymentOf } from './queries.ts'
import { testNetwork } from './test-network.ts'
import { ledgerOf, networkPayments, processPayment } from './test-visits.ts'
import { travel, cancel, statusesOf, read, mailsTo, bookPaying } from './test-fees.ts'

const app = useTestApp({ at: new Date('2026-11-24T15:00:00Z') })
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 24, notDoneFeeCents: 4000 })
})

const byOffice = (id: string, fee?: string, who = admin) =>
  cancel(who, id, { reason: 'Nobody answers the phone', ...(fee && { fee }) })

type Visit = Parameters<typeof bookPaying>
const visit = (paying: Visit[1], more?: Visit[2]) => bookPaying(customer, paying, more)

test("a late cancellation charges the policy's fee and releases the rest", async () => {
  const id = await visit('held')
  expect((await cancel(customer, id)).status).toBe(409)
  const unseen = await cancel(customer, id, { seenFee: '0.00' })
  expect(unseen).toMatchObject({
    status: 409,
    body: {
      message: 'Cancelling costs $25.00 now. Please check it and try again.',
      details: { reason: 'fee', fee: '25.00' },
    },
  })
  expect((await cancel(customer, id, { seenFee: '25.00' })).status).toBe(200)
  await runDueTasks()
  expect(await read(customer, id)).toMatchObject({
    status: 'cancelled',
    finalAmount: '25.00',
    paymentState: 'paid',
    outcome: null,
    cost: { fee: '25.00', amount: '25.00', paid: '25.00', due: '0.00', held: '0.00' },
  })
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 2500 }])
  expect(await ledgerOf(id)).toEqual({ cash: 2500, receivable: 0, revenue: -2500 })
  const mails = await mailsTo(customer)
  expect(mails).toContain('A fee of $25.00 is charged for the cancellation.')
  expect(mails).toContain('taken from the $129.99 reserved on your card; the rest is released')
  expect(mails).toContain('We charged the fee of $25.00 to your card')
  const receipt = await customer.call('GET /api/jobs/{id}/receipt', { params: { id } })
  expect(receipt.body).toMatchObject({
    cost: { adjustments: [{ kind: 'cancelled' }, { kind: 'fee', amount: '25.00' }] },
  })
  const csv = await admin.call('GET /api/payments/export')
  expect(csv.text).toContain('Cancellation fee: $25.00')
})

test('an early one costs nothing', async () => {
  const id = await visit('held', { inHours: 25 })
  expect((await cancel(customer, id, { seenFee: '0.00' })).status).toBe(200)
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'voided', heldCents: 0, capturedCents: 0 })
})

test.each([
  ['25.01', 'The policy this visit was booked with allows a fee of $25.00 at most.'],
  ['130.00', 'The fee cannot be more than the visit costs, $129.99.'],
])('a fee of %s is refused with an explanation', async (fee, message) => {
  const id = await visit('held')
  expect(await byOffice(id, fee)).toMatchObject({ status: 400, body: { message } })
  expect(await read(admin, id)).toMatchObject({ status: 'assigned', finalAmount: '129.99' })
})

test('the office may charge what was agreed for an early one, and nothing that was not', async () => {
  const early = await visit('nothing', { inHours: 25 })
  expect((await byOffice(early, '25.01')).status).toBe(400)
  const late = await visit('nothing')
  expect((await cancel(customer, late, { fee: '1.00' })).status).toBe(400)
  await changeSettings({ cancelFeeCents: 0 })
  expect((await byOffice(late, '1.00')).body.message).toBe(
    'The policy this visit was booked with has no such fee, so none can be charged.',
  )
  expect((await byOffice(late)).status).toBe(200)
  expect((await byOffice(early)).status).toBe(200)
})

test('of two people in the office one cancels, and a completed visit cannot be cancelled', async () => {
  const id = await visit('held')
  const other = await app.as('admin')
  const both = await Promise.all([byOffice(id, '20.00'), byOffice(id, '25.00', other)])
  expect(statusesOf(both)).toEqual([200, 409])
  expect(await byOffice(id, '25.00')).toMatchObject({
    status: 409,
    body: { message: 'This visit is already cancelled.' },
  })
  await runDueTasks()
  await Promise.all([sweepPayments(), sweepPayments()])
  const { capturedCents } = await paymentOf(id)
  expect([2000, 2500]).toContain(capturedCents)
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: capturedCents }])
  const done = await visit('nothing', { status: 'completed' })
  expect(await byOffice(done, '25.00')).toMatchObject({
    status: 409,
    body: { message: 'This visit is already completed.' },
  })
})

test('without a hold it is billed, reminded of, and paid online', async () => {
  const id = await visit('nothing')
  expect((await byOffice(id, '25.00')).status).toBe(200)
  await runDueTasks()
  expect(await read(customer, id)).toMatchObject({
    paymentState: 'balance_due',
    cost: { due: '25.00' },
  })
  const mails = await mailsTo(customer)
  expect(mails).toMatch(/The fee of \$25\.00 for the visit to your .* is still/)
  expect(mails).toContain('A fee of $25.00 is due for the cancellation.')
  expect(mails).not.toContain('is charged')
  const cancelled = mails.slice(mails.indexOf('is due for the cancellation'))
  expect(cancelled).toMatch(/^[^]*?Pay here: http/)
  expect(await ledgerOf(id)).toEqual({ cash: 0, receivable: 2500, revenue: -2500 })
  travel(3 * 24 + 1)
  await remindOfBills()
  await remindOfBills()
  const reminders = await db()
    .select()
    .from(jobEvents)
    .where(eq(jobEvents.kind, 'payment_reminded'))
  expect(reminders).toMatchObject([{ data: { cents: 2500, fee: true } }])
  expect((await processPayment(customer, { jobId: id })).status).toBe(409)
  expect((await processPayment(customer, { jobId: id, cents: 2500 })).status).toBe(200)
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'paid', capturedCents: 2500 })
  expect((await processPayment(customer, { jobId: id, cents: 2500 })).status).toBe(409)
})

test('the rest of a prepayment is refunded; a fee can be refunded here and at the network', async () => {
  const id = await visit('paid')
  expect((await byOffice(id, '25.00')).status).toBe(200)
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'paid', refundedCents: 10_499 })
  const refund = (amount: string) =>
    admin.call('POST /api/payments/{jobId}/refund', {
      params: { jobId: id },
      body: { amount, reason: 'Good customer' },
    })
  expect((await refund('25.01')).status).toBe(409)
  expect((await refund('10.00')).status).toBe(200)
  await runDueTasks()
  expect(await read(admin, id)).toMatchObject({ cost: { fee: '15.00', paid: '15.00' } })
  const [payment] = await networkPayments()
  await testNetwork.refundInDashboard(payment?.id ?? '', 500)
  await runDueTasks()
  expect(await read(admin, id)).toMatchObject({
    cost: { fee: '10.00', paid: '10.00', due: '0.00' },
  })
  expect(await ledgerOf(id)).toEqual({ cash: 1000, receivable: 0, revenue: -1000 })
  expect(await mailsTo(customer)).toContain('Reason: Good customer')
})
