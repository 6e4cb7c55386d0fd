import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { cancel, statusesOf } from './test-fees.ts'
import {
  bookVisit,
  changeAndSettle,
  ledgerOf,
  mailsTo,
  networkPayments,
  preAuthorize,
  worded,
} from './test-visits.ts'

const app = useTestApp({ at: monday })
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const record = (jobId: string, amount: string, more: object = {}, headers = {}) =>
  admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount, method: 'cash', receivedOn: businessToday(), ...more },
    headers,
  })
const takeBack = (jobId: string, id: string, who = admin) =>
  who.call(`DELETE /api/payments/${jobId}/record/${id}`, { body: { reason: 'It bounced' } })

const completed = async (): Promise<string> => {
  const jobId = await bookVisit(customer)
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  return jobId
}

test.each([
  ['cash', 'cash_drawer'],
  ['check', 'checks'],
  ['terminal', 'terminal'],
  ['transfer', 'bank'],
  ['other', 'other_receipts'],
])('a payment by %s pays a visit and is in the account %s', async (method, account) => {
  const jobId = await completed()
  expect((await worded(jobId)).state).toBe('balance_due')
  const part = await record(jobId, '100.00', { method, reference: 'No. 7' })
  expect(part.body).toMatchObject({
    state: 'balance_due',
    recordedAmount: '100.00',
    notes: 'balance $29.99',
    recorded: [{ method, amount: '100.00', reference: 'No. 7', receivedOn: '2026-11-23' }],
  })
  expect((await record(jobId, '30.00', { method })).body).toMatchObject({
    message: 'Only $29.99 is due for this visit.',
    details: { reason: 'more_than_due', due: '29.99' },
  })
  expect((await record(jobId, '29.99', { method })).body.state).toBe('paid')
  expect((await record(jobId, '0.01', { method })).body.message).toBe(
    'Nothing is due for this visit.',
  )
  expect(await ledgerOf(jobId)).toMatchObject({
    [account]: 12_999,
    cash: 0,
    receivable: 0,
    revenue: -12_999,
  })
  const { body: receipt } = await customer.call(`GET /api/jobs/${jobId}/receipt`)
  expect(receipt.cost).toMatchObject({ recorded: '129.99', paid: '129.99', due: '0.00' })
  expect(receipt.movements).toMatchObject([
    { kind: 'recorded', method, amount: '100.00' },
    { kind: 'recorded', method, amount: '29.99' },
  ])
  await runDueTasks()
  expect((await mailsTo(customer)).at(-1)).toMatch(/We received \$29\.99 .*Your visit/s)
})

test('two of the same press record one payment', async () => {
  const jobId = await completed()
  const headers = { 'idempotency-key': 'one-press-of-the-button' }
  const press = () => record(jobId, '50.00', {}, headers)
  await Promise.all([press(), press()])
  await press()
  expect((await worded(jobId)).recordedCents).toBe(5000)
})

test('when several people record the whole amount, all but one are refused', async () => {
  const jobId = await completed()
  const presses = Array.from({ length: 6 }, () => record(jobId, '129.99'))
  expect(statusesOf(await Promise.all(presses))).toEqual([200, 409, 409, 409, 409, 409])
})

test('a payment is taken back once, stays in the history, and is due again', async () => {
  const jobId = await completed()
  const { body } = await record(jobId, '129.99', { method: 'check', reference: 'Check 1042' })
  const [{ id }] = body.recorded
  const both = await Promise.all([takeBack(jobId, id), takeBack(jobId, id)])
  expect(statusesOf(both)).toEqual([200, 409])
  expect((await worded(jobId)).state).toBe('balance_due')
  expect(await ledgerOf(jobId)).toMatchObject({ checks: 0, receivable: 12_999 })
  const { body: payment } = await admin.call(`GET /api/payments/${jobId}`)
  expect(payment.recorded).toMatchObject([{ takenBack: { reason: 'It bounced' } }])
  expect(payment).not.toHaveProperty('recordedAmount')
  const history = await admin.call(`GET /api/jobs/${jobId}/history`)
  expect(JSON.stringify(history.body)).toMatch(/Check 1042.*It bounced|It bounced.*Check 1042/)
  const other = await completed()
  expect((await takeBack(other, id)).status).toBe(404)
  expect((await takeBack(jobId, other)).status).toBe(404)
})

test('only the office records and takes back', async () => {
  const jobId = await completed()
  const { body } = await record(jobId, '10.00')
  const technician = await app.as('technician')
  for (const who of [customer, technician]) {
    const call = { body: { amount: '1.00', method: 'cash', receivedOn: '2026-11-23' } }
    expect((await who.call(`POST /api/payments/${jobId}/record`, call)).status).toBe(403)
    expect((await takeBack(jobId, body.recorded[0].id, who)).status).toBe(403)
  }
})

test.each([
  [{ amount: '1e3' }],
  [{ amount: '-0.01' }],
  [{ amount: '0.001' }],
  [{ amount: '0.00' }],
  [{ amount: '' }],
  [{ method: 'gold' }],
  [{ method: undefined }],
  [{ receivedOn: '2026-11-24' }],
  [{ receivedOn: '2025-11-20' }],
  [{ receivedOn: 'yesterday' }],
])('%j is refused, and nothing is booked', async (wrong) => {
  const jobId = await completed()
  expect((await record(jobId, '1.00', wrong)).status).toBe(400)
  expect((await worded(jobId)).recordedCents).toBe(0)
})

test('cash received on an earlier day is in that day’s figures', async () => {
  const jobId = await completed()
  travelTo(new Date(monday.getTime() + 2 * 86_400_000))
  admin = await app.as('admin')
  await record(jobId, '129.99', { receivedOn: '2026-11-24' })
  const cashOn = async (date: string) =>
    (await admin.call('GET /api/admin/close', { query: { date } })).body.total.cash
  expect([
    await cashOn('2026-11-23'),
    await cashOn('2026-11-24'),
    await cashOn('2026-11-25'),
  ]).toEqual(['0.00', '129.99', '0.00'])
})

test('cash before the visit leaves only the rest for the card', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await record(jobId, '100.00')
  expect((await worded(jobId)).state).toBe('held')
  const payment = await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  expect(payment).toMatchObject({ state: 'paid', capturedCents: 2999, recordedCents: 10_000 })
})

test('a visit paid in cash beforehand charges no card and asks for none', async () => {
  const jobId = await bookVisit(customer)
  expect((await record(jobId, '129.99')).body.state).toBe('paid')
  const payment = await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  expect(payment.state).toBe('paid')
  expect(await networkPayments()).toEqual([])
  expect((await mailsTo(customer)).join()).not.toContain('Payment needed')
})

test('cash of a cancelled visit is the office’s to give back, and then taken back', async () => {
  const jobId = await bookVisit(customer)
  const { body } = await record(jobId, '129.99')
  await cancel(admin, jobId, { reason: 'Storm' })
  await runDueTasks()
  expect(await worded(jobId)).toMatchObject({
    state: 'paid',
    note: expect.stringContaining('$129.99 too much was received'),
  })
  await takeBack(jobId, body.recorded[0].id)
  expect((await worded(jobId)).state).toBe('voided')
})

test('a card that pays while cash is recorded is refunded', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  expect((await record(jobId, '1.00')).status).toBe(409)
  expect((await worded(jobId)).state).toBe('paid')
})

test('due, later and held payments are listed apart', async () => {
  const due = await completed()
  const later = await bookVisit(customer)
  const held = await bookVisit(customer, { inHours: 40 })
  await preAuthorize(customer, { jobId: held })
  const listed = async (status: string) =>
    (await admin.call('GET /api/payments', { query: { status } })).body.map(
      ({ jobId }: { jobId: string }) => jobId,
    )
  expect(await listed('owed')).toEqual([due])
  expect(await listed('later')).toEqual([later])
  expect(await listed('reserved')).toEqual([held])
  await record(later, '129.99')
  expect(await listed('later')).toEqual([])
})

test('what a hold does not cover is due later', async () => {
  const jobId = await bookVisit(customer, { inHours: 40 })
  await record(jobId, '119.99', { method: 'check' })
  await preAuthorize(customer, { jobId, cents: 1000 })
  const later = async () => {
    const { body } = await admin.call('GET /api/payments/summary')
    const { body: payment } = await admin.call(`GET /api/payments/${jobId}`)
    return { held: body.held, later: body.later, row: payment.later }
  }
  expect(await later()).toEqual({ held: '10.00', later: '0.00', row: undefined })
  const [check] = (await worded(jobId)).recorded
  await takeBack(jobId, check?.id ?? '')
  expect(await later()).toEqual({ held: '10.00', later: '119.99', row: '119.99' })
  const { body: listed } = await admin.call('GET /api/payments', { query: { status: 'later' } })
  expect(listed).toMatchObject([{ jobId, later: '119.99', heldAmount: '10.00' }])
})

test('lists, totals, files and the customer’s spending include it', async () => {
  const jobId = await completed()
  await record(jobId, '129.99', { method: 'check', reference: '1042' })
  const { body: sums } = await admin.call('GET /api/payments/summary')
  expect(sums).toMatchObject({ captured: '0.00', recorded: '129.99', owed: '0.00' })
  const { text } = await admin.call('GET /api/payments/export')
  expect(text).toMatch(/129\.99,Check 1042\r\n/)
  const { body: found } = await admin.call(`GET /api/admin/customers/${customer.user.id}`)
  expect(JSON.stringify(found)).toContain('129.99')
  const { body: stats } = await admin.call('GET /api/dashboard/stats')
  expect(stats).toMatchObject({ todayRevenue: '129.99', pendingRevenue: '0.00' })
})

test('an erased customer who owes keeps a name until it is settled', async () => {
  const jobId = await completed()
  const { id } = customer.user
  const erase = (query = {}) => admin.call(`DELETE /api/admin/customers/${id}`, { query })
  expect(await erase()).toMatchObject({
    status: 409,
    body: { details: { reason: 'owes', amount: '129.99' } },
  })
  expect((await erase({ evenOwing: 'yes' })).status).toBe(200)
  const name = async () => (await worded(jobId)).customerName
  const kept = await name()
  expect(kept).not.toBe('')
  await record(jobId, '100.00')
  expect(await name()).toBe(kept)
  const written = await admin.call(`PATCH /api/payments/${jobId}/adjust`, {
    body: { amount: '100.00', reason: 'other' },
  })
  expect(written.status).toBe(200)
  expect(await name()).toBe('')
})

test('one who owes nothing is erased without a question', async () => {
  const jobId = await completed()
  await record(jobId, '129.99')
  const erased = await admin.call(`DELETE /api/admin/customers/${customer.user.id}`)
  expect(erased.status).toBe(200)
  expect((await worded(jobId)).customerName).toBe('')
})

const underway = async (technician: TestPerson) =>
  bookVisit(customer, { status: 'in_progress', inHours: -1, technicianId: technician.user.id })
const completeWith = (technician: TestPerson, jobId: string, received: object, headers = {}) =>
  technician.call(`PATCH /api/jobs/${jobId}/status`, {
    body: { status: 'completed', received },
    headers,
  })

test('a technician records cash while completing, once, and only the rest is due', async () => {
  await changeSettings({ techniciansRecordPayments: true })
  const technician = await app.as('technician')
  const jobId = await underway(technician)
  const cash = { amount: '100.00', method: 'cash' }
  const headers = { 'idempotency-key': 'the-completion-1' }
  for (let n = 0; n < 2; n += 1) {
    const { status, body } = await completeWith(technician, jobId, cash, headers)
    expect([status, body.status, body.cost]).toMatchObject([
      200,
      'completed',
      { recorded: '100.00', due: '29.99' },
    ])
  }
  expect(await ledgerOf(jobId)).toMatchObject({ cash_drawer: 10_000, receivable: 2999 })
  const { body: payment } = await admin.call(`GET /api/payments/${jobId}`)
  expect(payment.recorded).toMatchObject([{ method: 'cash', amount: '100.00' }])
})

test('without the setting a technician records nothing, and the visit stays under way', async () => {
  const technician = await app.as('technician')
  const jobId = await underway(technician)
  const { status, body } = await completeWith(technician, jobId, { amount: '1', method: 'cash' })
  expect([status, body.details]).toMatchObject([409, { reason: 'not_recording' }])
  expect((await admin.call(`GET /api/jobs/${jobId}`)).body.status).toBe('in_progress')
  await changeSettings({ techniciansRecordPayments: true })
  const bad = { amount: '0', method: 'cash' }
  expect((await completeWith(technician, jobId, bad)).status).toBe(400)
  const early = { status: 'in_progress', received: { amount: '1', method: 'cash' } }
  expect((await technician.call(`PATCH /api/jobs/${jobId}/status`, { body: early })).status).toBe(
    400,
  )
})

test('cash while completing leaves only the rest of a hold to the card', async () => {
  await changeSettings({ techniciansRecordPayments: true })
  const technician = await app.as('technician')
  const jobId = await underway(technician)
  await preAuthorize(customer, { jobId })
  await completeWith(technician, jobId, { amount: '100.00', method: 'cash' })
  await runDueTasks()
  const { body } = await admin.call(`GET /api/payments/${jobId}`)
  expect(body).toMatchObject({ state: 'paid', capturedAmount: '29.99', recordedAmount: '100.00' })
})
