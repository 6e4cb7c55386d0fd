import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { customerTotals } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { customerWithCar, monday, tuesday } from '#server/features/booking/test-customer.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { changePaymentAccount } from './actions/change-payment-account.ts'
import { unchanged } from './orchestrator/payment-account.ts'
import {
  changeAndSettle,
  ledgerOf,
  mailsTo,
  networkPayments,
  preAuthorize,
  processPayment,
  worded,
} from './test-visits.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
type Customer = Awaited<ReturnType<typeof customerWithCar>>
let customer: Customer
let admin: TestPerson

const invoicing = { company: 'Fleet Co', address: '', email: '', purchaseOrder: '', termsDays: 30 }
beforeEach(async () => {
  customer = await customerWithCar(app)
  admin = await app.as('admin')
  await invoice(invoicing)
})

const invoice = (wanted: typeof invoicing | null, headers: Record<string, string> = {}) =>
  admin.call(`PATCH /api/admin/customers/${customer.user.id}`, {
    body: { invoicing: wanted },
    headers,
  })

async function book(nth = 0): Promise<string> {
  const scheduledDate = addDays(tuesday, nth)
  const answer = await customer.call('POST /api/jobs', {
    body: { ...customer.form, scheduledDate, scheduledTime: labelAt(1) },
  })
  expect(answer.status).toBe(201)
  expect(answer.body.paymentState).toBe('on_invoice')
  return answer.body.id
}

test("a business's visit is on invoice from its booking, and no card is requested", async () => {
  const jobId = await book()
  const { packageCents } = await worded(jobId)
  for (const pay of [preAuthorize, processPayment]) {
    const answer = await pay(customer, { jobId, cents: packageCents })
    expect(answer).toMatchObject({ status: 409, body: { details: { reason: 'on_invoice' } } })
  }
  expect(await networkPayments()).toEqual([])
})

test('the office switches it for new bookings, and every change is in the history', async () => {
  expect((await customer.call('GET /api/auth/user')).body.paysByInvoice).toBe(true)
  const before = await book()
  const same = await invoice(invoicing)
  const { version } = same.body
  expect((await invoice(null)).body).toMatchObject({ invoicing: null, version: version + 1 })
  const late = await invoice({ ...invoicing, termsDays: 10 }, { 'if-match': `"${version}"` })
  expect(late).toMatchObject({ status: 409, body: { details: { reason: 'changed' } } })
  const { body } = await customer.call('POST /api/jobs', {
    body: { ...customer.form, scheduledDate: addDays(tuesday, 1) },
  })
  expect(body.paymentState).toBe('none')
  expect((await worded(before)).state).toBe('on_invoice')
  const { history } = (await admin.call(`GET /api/admin/customers/${customer.user.id}`)).body
  expect(history).toMatchObject([{ fields: ['invoicing'] }, { fields: ['invoicing'] }])
})

test.each([
  { termsDays: 91 },
  { termsDays: -1 },
  { termsDays: 1.5 },
  { email: 'nobody' },
  { company: undefined },
])('invoice details that cannot be sent are refused: %o', async (wrong) => {
  expect((await invoice({ ...invoicing, ...wrong } as typeof invoicing)).status).toBe(400)
})

test('the office books for them without a card and filters payments by it', async () => {
  const jobId = await book()
  const { body: caller } = await admin.call(`GET /api/admin/callers/${customer.user.id}`)
  expect(caller.caller.paysByInvoice).toBe(true)
  const { body } = await admin.call('GET /api/payments', { query: { status: 'on_invoice' } })
  expect(body).toMatchObject([{ jobId, status: 'pending', state: 'on_invoice' }])
  const { text } = await admin.call('GET /api/payments/export')
  expect(text).toMatch(/,on_invoice,/)
})

test('a cancelled visit costs nothing, or its fee is owed', async () => {
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 720 })
  const [free, dear] = [await book(0), await book(1)]
  const cancelled = await Promise.all([
    admin.call(`POST /api/jobs/${free}/cancel`, { body: { reason: 'Not today' } }),
    admin.call(`POST /api/jobs/${dear}/cancel`, { body: { reason: 'Not today', fee: '25.00' } }),
  ])
  expect(cancelled).toMatchObject([{ status: 200 }, { status: 200 }])
  await runDueTasks()
  expect((await worded(free)).state).toBe('voided')
  expect((await worded(dear)).state).toBe('on_invoice')
  expect(await ledgerOf(dear)).toMatchObject({ receivable: 2500 })
  const { body } = await admin.call('GET /api/payments', { query: { status: 'owed' } })
  expect(body).toMatchObject([{ jobId: dear }])
  expect(await networkPayments()).toEqual([])
})

test('a customer with an open invoice cannot close the account, and an erased one leaves nothing of it', async () => {
  await changeAndSettle(await book(), { status: 'completed' })
  const gone = await customer.call('DELETE /api/auth/user', { body: { confirm: 'DELETE' } })
  expect(gone).toMatchObject({ status: 409, body: { details: { reason: 'unpaid' } } })
  await admin.call(`DELETE /api/admin/customers/${customer.user.id}`, {
    query: { evenOwing: 'yes' },
  })
  const [row] = await db().select().from(users).where(eq(users.id, customer.user.id))
  expect(row?.invoicing).toBeNull()
})

test('visits on invoice do not count toward the cap without a card', async () => {
  await changeSettings({ maxVisitsWithoutCard: 1 })
  await book(0)
  await book(1)
})

test('a completed visit is billed in the ledger, and its customer asked for no card', async () => {
  const jobId = await book()
  const technician = await app.as('technician')
  await admin.call(`POST /api/jobs/${jobId}/assign`, { body: { technicianId: technician.user.id } })
  for (const status of ['in_progress', 'completed']) {
    const { body } = await technician.call(`PATCH /api/jobs/${jobId}/status`, { body: { status } })
    expect(body.status).toBe(status)
  }
  await runDueTasks()
  const { state, packageCents } = await worded(jobId)
  expect(state).toBe('on_invoice')
  expect(await ledgerOf(jobId)).toMatchObject({ receivable: packageCents, revenue: -packageCents })
  await runDueTasks()
  const mails = await mailsTo(customer)
  expect(mails.filter((mail) => /pay here|a card|your card|receipt/i.test(mail))).toEqual([])
  expect(mails.join()).toMatch(/You get an invoice for it/)
  expect(await networkPayments()).toEqual([])
})

test('its payment counts as paid and spent, whatever wakes the orchestrator', async () => {
  const jobId = await book()
  const { packageCents } = await changeAndSettle(jobId, { status: 'completed' })
  await changePaymentAccount(jobId, (account) =>
    unchanged({ ...account, recordedCents: packageCents }),
  )
  await orchestratePayment(jobId)
  expect((await worded(jobId)).state).toBe('invoice_paid')
  const [totals] = await db()
    .select()
    .from(customerTotals)
    .where(eq(customerTotals.customerId, customer.user.id))
  expect(totals?.spentCents).toBe(packageCents)
  expect(await networkPayments()).toEqual([])
})
