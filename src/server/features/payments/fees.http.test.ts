import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { remindOfBills } from './actions/remind-of-payment.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { answerExtra } from '#server/testing/test-answer-extra.ts'
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

test('cancelling costs nothing once its time passed and no one came', async () => {
  const id = await visit('held')
  travel(6)
  expect((await cancel(customer, id, { seenFee: '25.00' })).status).toBe(409)
  expect((await cancel(customer, id, { seenFee: '0.00' })).status).toBe(200)
  await runDueTasks()
  expect(await read(customer, id)).toMatchObject({ paymentState: 'voided', cost: { fee: '0.00' } })
  // The office may still charge the agreed fee.
  const body = { fee: '25.00', reason: 'They did not open', seenFee: '0.00' }
  expect((await admin.call('POST /api/jobs/{id}/fee', { params: { id }, body })).status).toBe(200)
})

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
    cost: {
      feesAndDiscounts: [{ kind: 'fee', amount: '25.00' }],
      adjustments: [{ kind: 'cancelled' }],
    },
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

test('the office may charge the agreed fee for an early cancellation, and no more', async () => {
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

const setFee = (id: string, fee: string, more: object = {}, who = admin) =>
  who.call('POST /api/jobs/{id}/fee', {
    params: { id },
    body: { fee, reason: 'Agreed by phone', ...more },
  })

test('a fee can be waived and charged again, with its history', async () => {
  const id = await visit('held')
  expect((await byOffice(id, '25.00')).status).toBe(200)
  await runDueTasks()
  expect((await setFee(id, '0', { seenFee: '25.00' })).body).toMatchObject({
    finalAmount: '0.00',
    agreedFee: '25.00',
  })
  await runDueTasks()
  expect(await paymentOf(id)).toMatchObject({ state: 'refunded', refundedCents: 2500 })
  expect(await ledgerOf(id)).toEqual({ cash: 0, receivable: 0, revenue: 0 })
  expect((await setFee(id, '25.00', { seenFee: '0.00' })).body.finalAmount).toBe('25.00')
  await runDueTasks()
  const { capturedCents, refundedCents, state } = await paymentOf(id)
  const paid = capturedCents - refundedCents
  expect(await ledgerOf(id)).toEqual({ cash: paid, receivable: 2500 - paid, revenue: -2500 })
  expect([state, paid]).toEqual(paid > 0 ? ['paid', 2500] : ['balance_due', 0])
  expect((await setFee(id, '10.00', { seenFee: '25.00' })).status).toBe(200)
  const mails = await mailsTo(customer)
  expect(mails).toMatch(/Nothing is charged for your cancelled visit FQ-\d+\./)
  expect(mails).toMatch(/A fee of \$25\.00 is (charged|due) for your cancelled visit/)
  expect(mails).toContain('Reason: Agreed by phone')
  const history = await admin.call('GET /api/jobs/{id}/history', { params: { id } })
  const decided = history.body.filter(({ event }: { event: string }) => event === 'fee_decided')
  expect(decided.map(({ amount }: { amount?: string }) => amount ?? '0.00').toSorted()).toEqual([
    '0.00',
    '10.00',
    '25.00',
  ])
  expect(await read(admin, id)).toMatchObject({
    cost: {
      fee: '10.00',
      feesAndDiscounts: [{ kind: 'fee', amount: '10.00' }],
      adjustments: [{ kind: 'cancelled' }],
    },
  })
})

test('an agreed fee is set late, though its customer cancelled for free', async () => {
  const id = await visit('nothing', { inHours: 25 })
  expect((await cancel(customer, id, { seenFee: '0.00' })).status).toBe(200)
  travel(72)
  expect((await setFee(id, '25.00', { seenFee: '0.00' })).status).toBe(200)
  await runDueTasks()
  expect(await read(customer, id)).toMatchObject({
    paymentState: 'balance_due',
    cost: { fee: '25.00', due: '25.00' },
  })
  expect(await mailsTo(customer)).toContain('Pay here: http')
})

test('a fee is set by the office only, with a reason, as seen, and within what was agreed', async () => {
  const open = await visit('nothing')
  expect((await setFee(open, '5.00', { seenFee: '0.00' })).body.message).toBe(
    'A fee can only be set for a visit that was cancelled or could not be done.',
  )
  const id = await visit('nothing')
  await byOffice(id)
  expect((await setFee(id, '5.00', { seenFee: '0.00' }, customer)).status).toBe(403)
  expect(await setFee(id, '5.00')).toMatchObject({
    status: 409,
    body: { details: { reason: 'fee', fee: '0.00' } },
  })
  expect(await setFee(id, '5.00', { seenFee: '0.00', reason: '' })).toMatchObject({ status: 400 })
  expect(await setFee(id, '25.01', { seenFee: '0.00' })).toMatchObject({
    status: 400,
    body: { message: 'The policy this visit was booked with allows a fee of $25.00 at most.' },
  })
  const both = await Promise.all([
    setFee(id, '5.00', { seenFee: '0.00' }),
    setFee(id, '6.00', { seenFee: '0.00' }, await app.as('admin')),
  ])
  expect(statusesOf(both)).toEqual([200, 409])
})

const extrasOf = async (id: string, who = customer) =>
  (await who.call('GET /api/jobs/{id}/extras', { params: { id } })).body
type Asked = Parameters<typeof answerExtra>[1]
const answer = (asked: Asked, approved: boolean, who = customer) =>
  answerExtra(who, asked, approved)

test('the customer is asked about more than the agreed fee, and pays it only after approving', async () => {
  const id = await visit('held')
  await byOffice(id, '10.00')
  const more = { seenFee: '10.00', askCustomer: true }
  expect((await setFee(id, '40.00', { ...more, reason: '' })).status).toBe(400)
  expect((await setFee(id, '40.00', more)).body).toMatchObject({ finalAmount: '25.00' })
  const [request] = await extrasOf(id)
  expect(request).toMatchObject({
    description: 'Agreed by phone',
    totalPrice: 15,
    approval: 'waiting',
    forFee: true,
  })
  await runDueTasks()
  expect(await mailsTo(customer)).toMatch(/asks for \$15\.00 more for your visit FQ-\d+: Agreed/)
  expect((await answer(request, true, admin)).status).toBe(403)
  const stranger = await app.as('customer')
  expect((await answer(request, true, stranger)).status).toBe(404)
  const answers = await Promise.all([answer(request, true), answer(request, true)])
  expect(statusesOf(answers)).toEqual([200, 409])
  await runDueTasks()
  expect(await read(admin, id)).toMatchObject({
    agreedFee: '40.00',
    cost: { fee: '40.00', amount: '40.00' },
  })
  const { capturedCents } = await paymentOf(id)
  expect(await ledgerOf(id)).toEqual({
    cash: capturedCents,
    receivable: 4000 - capturedCents,
    revenue: -4000,
  })
  const heard = (await admin.call('GET /api/notifications')).body
  expect(heard.map(({ title }: { title: string }) => title)).toContain('Extra approved')
  // From now on the approved amount is the agreed one.
  await setFee(id, '0', { seenFee: '40.00' })
  expect((await setFee(id, '40.00', { seenFee: '0.00' })).body.finalAmount).toBe('40.00')
})

test('a declined or withdrawn request leaves the agreed fee', async () => {
  const id = await visit('nothing')
  await byOffice(id)
  expect((await setFee(id, '40.00', { seenFee: '0.00', askCustomer: true })).body.finalAmount).toBe(
    '25.00',
  )
  const [declined] = await extrasOf(id)
  expect((await answer(declined, false)).status).toBe(200)
  expect(await read(customer, id)).toMatchObject({ finalAmount: '25.00' })
  await setFee(id, '30.00', { seenFee: '25.00', askCustomer: true })
  const [, second] = await extrasOf(id)
  expect(second).toMatchObject({ approval: 'waiting', totalPrice: 5 })
  await setFee(id, '20.00', { seenFee: '25.00' })
  expect((await answer(second, true)).status).toBe(404)
  expect((await extrasOf(id)).map(({ approval }: { approval: string }) => approval)).toEqual([
    'declined',
  ])
  expect(await read(customer, id)).toMatchObject({ finalAmount: '20.00' })
})

test('an unpaid fee can be lowered, not below the paid part, and never raised', async () => {
  const id = await visit('nothing')
  await byOffice(id, '25.00')
  await runDueTasks()
  const adjust = (amount: string) =>
    admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId: id },
      body: { amount, reason: 'customer_complaint' },
    })
  expect((await adjust('25.01')).status).toBe(409)
  expect((await adjust('10.00')).body).toMatchObject({ amount: '10.00', state: 'balance_due' })
  await runDueTasks()
  expect(await read(customer, id)).toMatchObject({
    cost: {
      fee: '10.00',
      due: '10.00',
      feesAndDiscounts: [{ kind: 'fee', amount: '25.00' }],
      adjustments: [{ kind: 'cancelled' }, { kind: 'customer_complaint', amount: '-15.00' }],
    },
  })
  expect(await ledgerOf(id)).toEqual({ cash: 0, receivable: 1000, revenue: -1000 })
  expect((await processPayment(customer, { jobId: id, cents: 1000 })).status).toBe(200)
  await runDueTasks()
  expect((await adjust('5.00')).status).toBe(409)
  // Set again, it is one more line of the same account.
  expect((await setFee(id, '25.00', { seenFee: '10.00' })).status).toBe(200)
  expect(await read(customer, id)).toMatchObject({
    cost: {
      fee: '25.00',
      due: '15.00',
      feesAndDiscounts: [{ kind: 'fee', amount: '25.00' }],
      adjustments: [
        { kind: 'cancelled' },
        { kind: 'customer_complaint', amount: '-15.00' },
        { kind: 'other', amount: '15.00', words: 'Agreed by phone' },
      ],
    },
  })
})
