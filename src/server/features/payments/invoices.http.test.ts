import { withLink } from '#server/features/guests/test-guest.ts'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { travelTo } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { invoices } from '#server/database/tables/invoices.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { customerLink } from '#server/features/guests/actions/customer-link.ts'
import { textOfPdf } from '#server/features/receipts/test-pdf.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'
import { remindOfInvoices } from './actions/remind-of-payment.ts'
import { ledgerOf, worded } from './test-visits.ts'

const app = useTestApp({ at: monday })
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
  await admin.call(`PATCH /api/admin/customers/${customer.user.id}`, {
    body: {
      invoicing: {
        company: 'Fleet Co',
        address: '1 Depot Road, Austin, TX 78701',
        email: 'billing@fleet.example',
        purchaseOrder: 'PO 77',
        termsDays: 30,
      },
    },
  })
})

/** A visit of $129.99 on invoice. */
async function visit(status: JobStatus = 'completed'): Promise<string> {
  const job = await makeJob({
    customerId: customer.user.id,
    startsAt: monday,
    status,
    onInvoice: true,
  })
  return job.id
}

async function invoiced(): Promise<string> {
  const id = await visit()
  await orchestratePayment(id)
  return id
}

const stored = () => db().select().from(invoices).orderBy(asc(invoices.year), asc(invoices.nth))

const mailsTo = (recipient: string) =>
  db()
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, recipient))
    .orderBy(sentMessages.createdAt)

test('a completed visit gets a numbered invoice, mailed to its payer with everything printed on it', async () => {
  await changeSettings({ invoiceInstructions: 'Bank: First Texas, account 123' })
  const jobId = await invoiced()
  await runDueTasks()
  expect(await stored()).toMatchObject([
    { number: '2026-0001', issuedOn: '2026-11-23', dueOn: '2026-12-23', totalCents: 12_999 },
  ])
  const [mail] = await mailsTo('billing@fleet.example')
  expect(mail?.body).toMatch(/Invoice 2026-0001 .*\$129\.99, due on .*Dec 23, 2026/)
  expect(mail?.body).toMatch(/First Texas/)
  for (const person of [customer, admin]) {
    const file = await person.call(`GET /api/jobs/${jobId}/invoice.pdf`)
    const paper = textOfPdf(file.bytes)
    for (const said of ['2026-0001', 'Fleet Co', 'PO 77', 'First Texas', '$129.99', 'Dec 23, 2026'])
      expect(paper).toContain(said)
  }
  const stranger = await app.as('customer')
  expect((await stranger.call(`GET /api/jobs/${jobId}/invoice.pdf`)).status).toBe(404)
})

test("a link opens its visit's invoice, which does not exist before completion", async () => {
  const jobId = await visit('assigned')
  const { link } = await customerLink({ ...admin.user, active: true }, jobId)
  const token = link.split('/').at(-1)
  const open = () => withLink(app, token ?? '').call(`GET /api/jobs/${jobId}/invoice.pdf`)
  expect((await open()).status).toBe(409)
  await db().update(jobs).set({ status: 'completed' }).where(eq(jobs.id, jobId))
  await orchestratePayment(jobId)
  expect((await open()).status).toBe(200)
})

test('numbers have no gaps and no duplicates, under concurrency and failures', async () => {
  const ids: string[] = []
  for (let n = 0; n < 6; n++) ids.push(await visit())
  const [failing = '', ...others] = ids
  await Promise.all([
    ...others.map((id) => orchestratePayment(id)),
    transaction(async () => {
      await orchestratePayment(failing)
      throw new Error('power cut')
    }).catch(() => {}),
  ])
  await Promise.all([orchestratePayment(failing), orchestratePayment(failing)])
  expect((await stored()).map(({ number }) => number)).toEqual(
    [1, 2, 3, 4, 5, 6].map((nth) => `2026-000${nth}`),
  )
})

test("the year is the business's local one", async () => {
  travelTo(new Date('2027-01-01T05:30:00Z'))
  await invoiced()
  travelTo(new Date('2027-01-01T06:30:00Z'))
  await invoiced()
  expect(await stored()).toMatchObject([
    { number: '2026-0001', issuedOn: '2026-12-31', dueOn: '2027-01-30' },
    { number: '2027-0001', issuedOn: '2027-01-01' },
  ])
})

test("an invoice whose visit's cost changed is voided and replaced", async () => {
  const jobId = await invoiced()
  const adjust = (amount: string) =>
    admin.call(`PATCH /api/payments/${jobId}/adjust`, {
      body: { amount, reason: 'discount_applied' },
    })
  expect((await adjust('100.00')).status).toBe(200)
  expect(await stored()).toMatchObject([
    { number: '2026-0001', totalCents: 12_999, voidedAt: expect.any(Date) },
    { number: '2026-0002', totalCents: 10_000, voidedAt: null },
  ])
  expect(await ledgerOf(jobId)).toMatchObject({ receivable: 10_000, revenue: -10_000 })
  const { body } = await admin.call(`GET /api/jobs/${jobId}/history`)
  expect(JSON.stringify(body)).toMatch(/replaces invoice 2026-0001/)
  expect((await adjust('0.00')).status).toBe(200)
  expect((await stored()).filter(({ voidedAt }) => voidedAt === null)).toEqual([])
  expect((await worded(jobId)).state).toBe('paid')
})

const record = (jobId: string, amount: string, more: object = {}) =>
  admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount, method: 'transfer', receivedOn: businessToday(), ...more },
  })

const takeBack = (jobId: string, id: string) =>
  admin.call(`DELETE /api/payments/${jobId}/record/${id}`, { body: { reason: 'It bounced' } })

test('payments are recorded in parts, balance in the ledger, and can be taken back', async () => {
  const jobId = await invoiced()
  expect((await record(jobId, '130.00')).status).toBe(409)
  expect((await record(jobId, '100.00', { reference: 'Check 1042' })).status).toBe(200)
  expect(await ledgerOf(jobId)).toMatchObject({ bank: 10_000, receivable: 2999 })
  const { body: paid } = await record(jobId, '29.99')
  expect(paid.state).toBe('invoice_paid')
  const { body } = await customer.call(`GET /api/jobs/${jobId}`)
  expect(body.cost).toMatchObject({ paid: '129.99', due: '0.00' })
  for (const { id } of paid.recorded) expect((await takeBack(jobId, id)).status).toBe(200)
  expect((await worded(jobId)).state).toBe('on_invoice')
  expect(await ledgerOf(jobId)).toMatchObject({ bank: 0, receivable: 12_999, revenue: -12_999 })
  const history = await admin.call(`GET /api/jobs/${jobId}/history`)
  expect(JSON.stringify(history.body)).toMatch(/Check 1042/)
  expect((await stored()).map(({ number }) => number)).toEqual(['2026-0001'])
})

const days = (count: number) => new Date(monday.getTime() + count * 86_400_000)

/** That many days after the visit, after which people have to sign in again. */
async function travelDays(count: number): Promise<void> {
  travelTo(days(count))
  admin = await app.as('admin')
  customer = await app.as(customer.user)
}

/** Reminders sent by the last of these days after the visit, with two runs on each. */
async function remindersBy(...counts: number[]): Promise<string[]> {
  for (const day of counts) {
    travelTo(days(day))
    await Promise.all([remindOfInvoices(), remindOfInvoices()])
    await runDueTasks()
  }
  const mails = await mailsTo('billing@fleet.example')
  return mails
    .filter(({ subject, status }) => subject?.includes('Reminder') && status !== 'skipped')
    .map(({ subject, body }) => `${subject} ${body}`)
}

test('customers are reminded before and after the due date, once each time', async () => {
  const jobId = await invoiced()
  expect(await remindersBy(26)).toEqual([])
  expect(await remindersBy(27, 28, 30)).toEqual([
    expect.stringMatching(/2026-0001 is due soon.*\$129\.99 is due by .*Dec 23, 2026/s),
  ])
  const all = await remindersBy(31, 32, 38, 39, 45, 46, 52, 53, 59, 70)
  expect(all.slice(1)).toEqual(
    Array(4).fill(
      expect.stringMatching(/2026-0001 is overdue .*due on .*Dec 23, 2026: \$129\.99/s),
    ),
  )
  const again = await app.as(customer.user)
  const { body } = await again.call('GET /api/notifications')
  expect(body.filter(({ type }: { type: string }) => type === 'invoice_reminded')).toHaveLength(5)
  expect(body[0]).toMatchObject({ type: 'invoice_reminded', path: `/orders?visit=${jobId}` })
})

test('of missed reminders the latest is sent, and none once they are long past', async () => {
  await invoiced()
  expect(await remindersBy(47)).toEqual([expect.stringMatching(/overdue/)])
  expect(await remindersBy(47)).toHaveLength(1)
  expect(await remindersBy(80)).toHaveLength(1)
})

test('no reminders for paid or void invoices, or for an amount that changed before sending', async () => {
  const [paid, free, late] = [await invoiced(), await invoiced(), await invoiced()]
  await record(paid, '129.99')
  await admin.call(`PATCH /api/payments/${free}/adjust`, {
    body: { amount: '0.00', reason: 'discount_applied' },
  })
  await travelDays(31)
  await remindOfInvoices()
  await record(late, '29.99')
  await runDueTasks()
  expect(await remindersBy(32)).toEqual([])
  expect(await remindersBy(38)).toEqual([expect.stringMatching(/\$100\.00 is unpaid/)])
})

test('the office sets the days, or none', async () => {
  await invoiced()
  await changeSettings({ invoiceReminderDaysBefore: 0, invoiceReminderDays: [] })
  expect(await remindersBy(25, 27, 31, 38, 45)).toEqual([])
  await changeSettings({ invoiceReminderDays: [14] })
  expect(await remindersBy(46)).toHaveLength(1)
})

test('the payer reads the invoice without an account, however late', async () => {
  const jobId = await invoiced()
  const [mail = ''] = await remindersBy(45)
  await travelDays(45)
  const token = /\/guest\/([\w-]{43})/.exec(mail)?.[1]
  const open = () => withLink(app, token ?? '').call(`GET /api/jobs/${jobId}/invoice.pdf`)
  expect((await open()).status).toBe(200)
  await record(jobId, '129.99')
  expect((await open()).status).toBe(404)
})

test('an overdue invoice waits for the office until paid, and its customer sees the due date', async () => {
  const jobId = await invoiced()
  const waiting = async () =>
    (await admin.call('GET /api/admin/attention', { query: { kind: 'invoices_overdue' } })).body
  await travelDays(30)
  expect(await waiting()).toEqual([])
  await travelDays(31)
  expect(await waiting()).toMatchObject([
    { count: 1, entries: [{ id: jobId, due: '129.99', dueOn: '2026-12-23' }] },
  ])
  const { body } = await customer.call(`GET /api/jobs/${jobId}`)
  expect(body.invoice).toEqual({ number: '2026-0001', dueOn: '2026-12-23' })
  await record(jobId, '129.99')
  expect(await waiting()).toEqual([])
})

test('invoice payments are cash received, a figure of their day, and pending until then', async () => {
  const jobId = await invoiced()
  const close = async () => (await admin.call('GET /api/admin/close')).body
  const sums = async () => (await admin.call('GET /api/payments/summary')).body
  const stats = async () => (await admin.call('GET /api/dashboard/stats')).body
  expect((await close()).total).toMatchObject({ transfer: '0.00', net: '0.00' })
  expect(await stats()).toMatchObject({ todayRevenue: '0.00', pendingRevenue: '129.99' })
  expect(await sums()).toMatchObject({ captured: '0.00', owed: '129.99' })
  expect(await sums()).not.toHaveProperty('recorded')
  await record(jobId, '60.00')
  await record(jobId, '20.00')
  const { body: payment } = await record(jobId, '20.00', { confirmed: true })
  await takeBack(jobId, payment.recorded[2].id)
  const { total, days: nets, technicians } = await close()
  expect(total).toMatchObject({ captured: '0.00', transfer: '80.00', net: '80.00' })
  expect(nets.at(-1)).toEqual({ date: '2026-11-23', net: '80.00' })
  expect(technicians).toMatchObject([{ transfer: '80.00' }])
  expect(await sums()).toMatchObject({ captured: '0.00', recorded: '80.00', owed: '49.99' })
  expect(await stats()).toMatchObject({ todayRevenue: '80.00', pendingRevenue: '49.99' })
  const { text } = await admin.call('GET /api/admin/close/export', {
    query: { from: '2026-11-23' },
  })
  expect(text).toMatch(/Received by transfer,Due from customers,60\.00,Received by transfer/)
  expect(text).toMatch(/Due from customers,Received by transfer,20\.00,Recorded payment taken back/)
  const file = await admin.call('GET /api/payments/export')
  expect(file.text).toMatch(
    /Paid directly \(USD\),How it was paid\r\n.*,80\.00,"Zelle or bank transfer, Zelle or bank transfer"\r\n/,
  )
})

test('every invoice entry counts as money in the log', async () => {
  const jobId = await invoiced()
  await record(jobId, '29.99')
  await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount: '100', reason: 'discount_applied' },
  })
  await orchestratePayment(jobId)
  const { body } = await admin.call('GET /api/admin/audit', { query: { about: 'money' } })
  const events = body.map(({ event }: { event: string }) => event)
  expect(events).toEqual(expect.arrayContaining(['invoice_issued', 'payment_recorded']))
  expect(events.filter((event: string) => event === 'invoice_issued')).toHaveLength(2)
  const visits = await admin.call('GET /api/admin/audit', { query: { about: 'visits' } })
  expect(JSON.stringify(visits.body)).not.toContain('invoice')
})

test('the refusal of an action on a paid invoice names the possible one', async () => {
  const jobId = await invoiced()
  const adjust = (amount: string) =>
    admin.call(`PATCH /api/payments/${jobId}/adjust`, { body: { amount, reason: 'other' } })
  await record(jobId, '100.00')
  expect((await adjust('80.00')).body).toMatchObject({
    state: 'invoice_paid',
    notes: expect.stringContaining('$20.00 too much was received'),
  })
  expect(await adjust('70.00')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Take back the recorded payment') },
  })
  const refund = await admin.call(`POST /api/payments/${jobId}/refund`, {
    body: { amount: '10.00', reason: 'customer_complaint' },
  })
  expect(refund).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Record the money you give back instead') },
  })
  expect(await customer.call(`GET /api/jobs/${jobId}/receipt`)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('the invoice is its document') },
  })
})
