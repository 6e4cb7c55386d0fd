import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { statements } from '#server/database/tables/statements.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { orchestratePayment } from '#server/features/payments/actions/orchestrate-payment.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { closeLastMonth } from './actions/close-statement.ts'
import { remindOfStatements } from './actions/remind-of-statements.ts'
import { makeCompany } from './test-company.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
  await changeSettings({ uses: usesEverything })
})

type Company = Awaited<ReturnType<typeof makeCompany>>
const acme = (rules: object = {}) =>
  makeCompany(app, admin, { billingEmail: 'billing@example.com', ...rules })

/** A visit of the company completed at that instant, billed in the ledger. */
async function completed({ accountId, cars }: Company, at: string, packageCents = 10_000) {
  const job = await makeJob({
    customerId: accountId,
    vehicleId: cars[0] ?? '',
    status: 'completed',
    startedAt: new Date(at),
    completedAt: new Date(at),
    onInvoice: true,
    poNumber: 'PO-1',
    packageCents,
  })
  await db()
    .update(paymentAccounts)
    .set({ state: 'on_invoice' })
    .where(eq(paymentAccounts.jobId, job.id))
  await orchestratePayment(job.id)
  return job.id
}

const close = ({ id }: Company, period = '2026-11') =>
  admin.call('POST /api/companies/{id}/statements', { params: { id }, body: { period } })
const pay = ({ id }: Company, statementId: string, amount: string) =>
  admin.call('POST /api/companies/{id}/statements/{statementId}/payments', {
    params: { id, statementId },
    body: { amount, method: 'check', receivedOn: '2026-12-01' },
  })
const listOf = async ({ id }: Company, person = admin) =>
  (await person.call('GET /api/companies/{id}/statements', { params: { id } })).body

/** Cents moved to an account of the books, less those moved from it. */
async function balance(account: string): Promise<number> {
  const [row] = await db()
    .select({
      cents: sql<number>`coalesce(sum(case when debit = ${account} then cents else -cents end), 0)::int`,
    })
    .from(ledgerEntries)
    .where(sql`${account} in (debit, credit)`)
  return row?.cents ?? 0
}
async function unpaid({ accountId }: Company): Promise<number> {
  const [row] = await db()
    .select({
      cents: sql<number>`coalesce(sum(amount_cents - captured_cents + refunded_cents - recorded_cents), 0)::int`,
    })
    .from(paymentAccounts)
    .innerJoin(jobs, and(eq(jobs.id, paymentAccounts.jobId), eq(jobs.customerId, accountId)))
  return row?.cents ?? 0
}

/** The office signs in again then. */
async function later(at: string): Promise<void> {
  travelTo(new Date(at))
  admin = await app.as(admin.user)
}

const december = new Date('2026-12-01T15:00:00Z')

test('a month of 12 visits closed three times at once is one statement of 12 lines, equal to the ledger', async () => {
  const company = await acme({ name: 'Acme' })
  for (let day = 1; day <= 12; day++)
    await completed(company, `2026-11-${String(day).padStart(2, '0')}T18:00:00Z`)
  expect(await close(company)).toMatchObject({
    status: 409,
    body: { details: { reason: 'too_early' } },
  })
  travelTo(december)
  const closed = await Promise.all([close(company), close(company), close(company)])
  expect(closed.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(closed.map(({ body }) => body.id)).size).toBe(1)
  expect(await db().$count(statements)).toBe(1)
  const { body } = closed[0]
  expect(body).toMatchObject({
    number: 'S-2026-0001',
    total: '1200.00',
    open: '1200.00',
    dueOn: '2026-12-31',
  })
  expect(body.lines).toHaveLength(12)
  expect(body.lines[0]).toMatchObject({ unit: '101', poNumber: 'PO-1', amount: '100.00' })
  expect([await balance('receivable'), await unpaid(company)]).toEqual([120_000, 120_000])
  // No invoices beside it.
  expect((await admin.call('GET /api/admin/invoices')).body).toEqual([])

  // 250 in part: two visits and half of the third, oldest first.
  expect((await pay(company, body.id, '250.00')).body).toMatchObject({
    paid: '250.00',
    open: '950.00',
  })
  const visits = await company.manager.call('GET /api/companies/{id}/visits', {
    params: { id: company.id },
  })
  const due = visits.body.map((visit: { due: string }) => visit.due)
  expect(due.filter((amount: string) => amount === '0.00')).toHaveLength(2)
  expect(due).toContain('50.00')
  expect(await pay(company, body.id, '950.01')).toMatchObject({
    status: 409,
    body: { details: { reason: 'more_than_due', due: '950.00' } },
  })
  const full = await pay(company, body.id, '950.00')
  expect(full.body).toMatchObject({ open: '0.00', state: 'paid' })
  expect([await balance('receivable'), await unpaid(company), await balance('checks')]).toEqual([
    0, 0, 120_000,
  ])

  const paymentId = full.body.payments[1].id
  const back = () =>
    admin.call('DELETE /api/companies/{id}/statements/{statementId}/payments/{paymentId}', {
      params: { id: company.id, statementId: body.id, paymentId },
      body: { reason: 'Bounced' },
    })
  expect((await back()).body).toMatchObject({ open: '950.00' })
  expect((await back()).status).toBe(409)
  expect([await balance('receivable'), await unpaid(company)]).toEqual([95_000, 95_000])
})

test('numbers have no gaps, and every morning closes what the first one missed', async () => {
  const [one, other, empty] = [await acme(), await acme(), await acme()]
  await completed(one, '2026-11-10T18:00:00Z')
  await completed(other, '2026-11-11T18:00:00Z')
  travelTo(december)
  expect(await close(empty)).toMatchObject({
    status: 409,
    body: { details: { reason: 'nothing' } },
  })
  await Promise.all([closeLastMonth(), closeLastMonth()])
  await closeLastMonth()
  const numbers = await db().select({ number: statements.number }).from(statements)
  expect(numbers.map(({ number }) => number).toSorted()).toEqual(['S-2026-0001', 'S-2026-0002'])
})

test('a month ends at midnight of the business, and a late completion is on the next statement', async () => {
  const company = await acme()
  // 11:59 PM and 12:01 AM in Chicago.
  await completed(company, '2026-12-01T05:59:00Z')
  await completed(company, '2026-12-01T06:01:00Z', 20_000)
  travelTo(december)
  expect((await close(company)).body.total).toBe('100.00')
  // Worked offline in November, handed in after its statement.
  await completed(company, '2026-11-28T18:00:00Z', 5000)
  expect((await close(company)).body.lines).toHaveLength(1)
  await later('2027-01-02T15:00:00Z')
  expect((await close(company, '2026-12')).body).toMatchObject({
    total: '250.00',
    number: 'S-2027-0001',
  })
})

describe('after closing', () => {
  const lower = async (jobId: string, amount: string) => {
    const { status, body } = await admin.call('PATCH /api/payments/{jobId}/adjust', {
      params: { jobId },
      body: { amount, reason: 'customer_complaint' },
    })
    return [status, body?.message]
  }

  test('a price lowered later is a credit of the next statement, and everything stays at 0.00', async () => {
    const company = await acme()
    const jobId = await completed(company, '2026-11-10T18:00:00Z')
    travelTo(december)
    const first = (await close(company)).body
    expect((await lower(jobId, '80.00'))[0]).toBe(200)
    // The company pays the printed amount.
    expect((await pay(company, first.id, '100.00')).body.open).toBe('0.00')
    await completed(company, '2026-12-10T18:00:00Z')
    await later('2027-01-02T15:00:00Z')
    const next = (await close(company, '2026-12')).body
    expect(
      next.lines.map(({ kind, amount }: { kind: string; amount: string }) => [kind, amount]),
    ).toEqual([
      ['visit', '100.00'],
      ['credit', '-20.00'],
    ])
    expect(next).toMatchObject({ total: '80.00', open: '80.00' })
    expect([await unpaid(company), await balance('receivable')]).toEqual([8000, 8000])
    await pay(company, next.id, '80.00')
    expect([await unpaid(company), await balance('receivable')]).toEqual([0, 0])
    expect((await listOf(company)).aging.open).toBe('0.00')
  })

  test('what was paid beyond a lowered price pays a visit of the next statement', async () => {
    const company = await acme()
    const jobId = await completed(company, '2026-11-10T18:00:00Z')
    travelTo(december)
    const first = (await close(company)).body
    await pay(company, first.id, '90.00')
    expect((await lower(jobId, '80.00'))[0]).toBe(200)
    await completed(company, '2026-12-10T18:00:00Z')
    await later('2027-01-02T15:00:00Z')
    const next = (await close(company, '2026-12')).body
    expect(next.total).toBe('80.00')
    const open = async () => (await listOf(company)).aging.open
    expect([await open(), await unpaid(company), await balance('receivable')]).toEqual([
      '90.00',
      9000,
      9000,
    ])
    await pay(company, first.id, '10.00')
    await pay(company, next.id, '80.00')
    expect([await open(), await unpaid(company), await balance('receivable')]).toEqual([
      '0.00',
      0,
      0,
    ])
  })

  test('an extra added later is billed even in a month without visits', async () => {
    const company = await acme()
    const jobId = await completed(company, '2026-11-10T18:00:00Z')
    travelTo(december)
    const first = (await close(company)).body
    const added = await admin.call('POST /api/jobs/{id}/extras', {
      params: { id: jobId },
      body: { serviceType: 'other', description: 'Wiper blades', unitPrice: '15.00' },
    })
    expect(added.status).toBe(201)
    await later('2027-01-02T15:00:00Z')
    const next = (await close(company, '2026-12')).body
    expect(next).toMatchObject({ total: '15.00', lines: [{ kind: 'charge', amount: '15.00' }] })
    await pay(company, first.id, '100.00')
    await pay(company, next.id, '15.00')
    expect([await unpaid(company), await balance('receivable')]).toEqual([0, 0])
  })

  test('what was paid at the door is on the statement and not due', async () => {
    const company = await acme()
    const jobId = await completed(company, '2026-11-10T18:00:00Z')
    const record = () =>
      admin.call('POST /api/payments/{jobId}/record', {
        params: { jobId },
        body: { amount: '30.00', method: 'cash', receivedOn: '2026-11-23' },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
    await record()
    expect((await listOf(company)).aging.unbilled).toBe('70.00')
    travelTo(december)
    expect((await close(company)).body).toMatchObject({ total: '70.00' })
    // From here on, payments go to the statement.
    expect(await record()).toMatchObject({
      status: 409,
      body: { details: { reason: 'statement' } },
    })
  })
})

test('the mail has the statement attached and linked; reminders follow, and aging says how late', async () => {
  const company = await acme()
  await completed(company, '2026-11-10T18:00:00Z')
  travelTo(december)
  const { body } = await close(company)
  const mailed = async () =>
    db().select().from(sentMessages).where(eq(sentMessages.recipient, 'billing@example.com'))
  const [mail] = await mailed()
  expect(mail?.subject).toBe('Fivequart: statement S-2026-0001')
  const token = /\/statement\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? ''
  const linked = await app.call('GET /api/statements/{token}/statement.pdf', { params: { token } })
  expect([linked.status, linked.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const opened = await app.call('GET /api/statements/{token}', { params: { token } })
  expect(opened.body).toMatchObject({ number: 'S-2026-0001', open: '100.00' })
  const guessed = { token: `x${token.slice(1)}` }
  expect((await app.call('GET /api/statements/{token}', { params: guessed })).status).toBe(404)
  const params = { id: company.id, statementId: body.id }
  const csv = await company.manager.call(
    'GET /api/companies/{id}/statements/{statementId}/statement.csv',
    { params },
  )
  expect(csv.text).toContain('S-2026-0001,2026-11-10')
  const spend = await company.manager.call('GET /api/companies/{id}/spend', { params })
  expect(spend.body.months.at(-2)).toEqual({ period: '2026-11', amount: '100.00' })
  expect(spend.body.cars).toMatchObject([{ unit: '101', visits: 1, amount: '100.00' }])
  await changeSettings({ invoiceReminderDays: [35] })
  await later('2027-02-05T15:00:00Z')
  await remindOfStatements()
  await remindOfStatements()
  expect(await mailed()).toHaveLength(2)
  const { aging } = await listOf(company)
  expect(aging.columns.find(({ column }: { column: string }) => column === '31').amount).toBe(
    '100.00',
  )
  const driver = await app.as(company.driver.user)
  for (const route of [
    'GET /api/companies/{id}/spend',
    'GET /api/companies/{id}/spend.csv',
    'GET /api/companies/{id}/statements',
    'GET /api/companies/{id}/statements/{statementId}',
    'GET /api/companies/{id}/statements/{statementId}/statement.pdf',
  ])
    expect((await driver.call(route, { params })).status).toBe(404)
})
