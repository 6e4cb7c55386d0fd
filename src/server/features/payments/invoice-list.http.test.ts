import { businessToday } from '#server/base/business-time.ts'
import { beforeEach, expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { textOfPdf } from '#server/features/receipts/test-pdf.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Invoice } from '#shared/contract/invoices.ts'
import { invoiceFilters } from '#shared/rules/invoices.ts'
import { orchestratePayment } from './actions/orchestrate-payment.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as('admin')
})

const later = (days: number) => new Date(monday.getTime() + days * 86_400_000)

/** An invoice of that amount, issued today. */
async function issue({
  company = 'Fleet Co',
  termsDays = 30,
  packageCents = 10_000,
  lastName = 'Carter',
} = {}): Promise<{ jobId: string; customerId: string }> {
  const invoicing = { company, address: '', email: '', purchaseOrder: '', termsDays }
  const { id: customerId } = await makeUser({ firstName: 'Jamie', lastName, invoicing })
  const job = await makeJob({
    customerId,
    packageCents,
    startsAt: monday,
    status: 'completed',
    onInvoice: true,
  })
  await orchestratePayment(job.id)
  return { jobId: job.id, customerId }
}

const pay = (jobId: string, amount: string) =>
  admin.call(`POST /api/payments/${jobId}/record`, {
    body: { amount, method: 'transfer', receivedOn: businessToday() },
  })

async function takeBack(jobId: string): Promise<void> {
  const { body } = await admin.call(`GET /api/payments/${jobId}`)
  for (const { id } of body.recorded)
    await admin.call(`DELETE /api/payments/${jobId}/record/${id}`, {
      body: { reason: 'It bounced' },
    })
}

async function list(query: Record<string, string> = {}): Promise<Invoice[]> {
  const { status, body } = await admin.call('GET /api/admin/invoices', { query })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

const numbers = (rows: readonly Invoice[]) => rows.map(({ number }) => number)

/** One per state: paid, void and its replacement, overdue for 20 days, partly paid, and open. */
async function some() {
  const paid = await issue({ company: 'Acme, Inc', packageCents: 5000 })
  await pay(paid.jobId, '50.00')
  const changed = await issue({ company: '', lastName: 'Ödegaard' })
  await admin.call(`PATCH /api/payments/${changed.jobId}/adjust`, {
    body: { amount: '80.00', reason: 'discount_applied' },
  })
  const late = await issue({ company: 'Late Ltd', termsDays: 0, packageCents: 7000 })
  travelTo(later(20))
  const open = await issue({ company: '=SUM(A1)', packageCents: 12_999 })
  await pay(open.jobId, '29.99')
  return { paid, changed, late, open }
}

test('invoices are listed with open amount and days overdue', async () => {
  const { changed, late } = await some()
  const rows = await list()
  expect(rows).toMatchObject([
    { number: '2026-0005', billTo: '=SUM(A1)', state: 'open', paid: '29.99', open: '100.00' },
    { number: '2026-0004', jobId: late.jobId, state: 'overdue', overdueDays: 20, open: '70.00' },
    { number: '2026-0003', billTo: 'Jamie Ödegaard', state: 'open', amount: '80.00', paid: '0.00' },
    { number: '2026-0002', jobId: changed.jobId, state: 'void', open: '0.00', overdueDays: 0 },
    { number: '2026-0001', customerName: 'Jamie Carter', state: 'paid', open: '0.00' },
  ])
  expect(rows[0]).toMatchObject({ issuedOn: '2026-12-13', dueOn: '2027-01-12' })
})

test('they are filtered by state, number, name, company, visit and customer', async () => {
  const { late } = await some()
  const states = new Map((await list()).map(({ number, state }) => [number, state]))
  for (const status of invoiceFilters)
    expect(numbers(await list({ status }))).toEqual(
      [...states].flatMap(([number, state]) =>
        status === state || (status === 'unpaid' && (state === 'open' || state === 'overdue'))
          ? [number]
          : [],
      ),
    )
  const [visit] = await list({ status: 'overdue' })
  for (const search of ['2026-0004', 'late', 'ltd late', visit?.jobNumber ?? ''])
    expect(numbers(await list({ search }))).toEqual(['2026-0004'])
  expect(numbers(await list({ search: 'ödegaard' }))).toEqual(['2026-0003', '2026-0002'])
  expect(numbers(await list({ customerId: late.customerId }))).toEqual(['2026-0004'])
  expect(await list({ search: '100%' })).toEqual([])
  for (const [name, value] of [
    ['status', 'late'],
    ['customerId', '1'],
    ['sort', 'state'],
  ] as const)
    expect((await admin.call('GET /api/admin/invoices', { query: { [name]: value } })).status).toBe(
      400,
    )
})

test('sums cover the filtered invoices, and void ones add nothing', async () => {
  await some()
  const sums = async (query: Record<string, string> = {}) =>
    (await admin.call('GET /api/admin/invoices/summary', { query })).body
  expect(await sums()).toEqual({
    found: 5,
    amount: '329.99',
    paid: '79.99',
    open: '250.00',
    overdue: '70.00',
  })
  expect(await sums({ status: 'void' })).toMatchObject({ found: 1, amount: '0.00', open: '0.00' })
  expect(await sums({ search: 'acme' })).toMatchObject({ found: 1, paid: '50.00' })
})

test('recorded and reversed payments show in the list at once', async () => {
  const { jobId } = await issue()
  await pay(jobId, '100.00')
  expect(await list()).toMatchObject([{ state: 'paid', paid: '100.00', open: '0.00' }])
  await takeBack(jobId)
  expect(await list()).toMatchObject([{ state: 'open', paid: '0.00', open: '100.00' }])
})

test('payments of an invoice count for its replacement', async () => {
  const { jobId } = await issue()
  await pay(jobId, '40.00')
  await admin.call(`PATCH /api/payments/${jobId}/adjust`, {
    body: { amount: '60.00', reason: 'discount_applied' },
  })
  expect(await list()).toMatchObject([
    { state: 'open', amount: '60.00', paid: '40.00', open: '20.00' },
    { state: 'void', paid: '0.00', open: '0.00' },
  ])
})

test('the file matches the list and its order, and contains no formula', async () => {
  await some()
  const { text } = await admin.call('GET /api/admin/invoices/export', {
    query: { status: 'unpaid', sort: '-due' },
  })
  const [header, ...lines] = text.slice(1).trim().split('\r\n')
  expect(header).toMatch(/^Invoice number,Bill to,Customer,.*,Days overdue$/)
  expect(lines.map((line) => line.split(',')[0])).toEqual(['2026-0005', '2026-0003', '2026-0004'])
  expect(lines[0]).toContain(`,'=SUM(A1),`)
  expect(lines[2]).toMatch(/,70\.00,0\.00,70\.00,Overdue,20$/)
})

test('each has a PDF; that of the void one is marked void', async () => {
  const { changed } = await some()
  const papers = (await list()).filter(({ jobId }) => jobId === changed.jobId)
  const texts = await Promise.all(
    papers.map(async ({ id }) => {
      const file = await admin.call(`GET /api/admin/invoices/${id}/pdf`)
      return textOfPdf(file.bytes)
    }),
  )
  expect(texts[0]).toContain('2026-0003')
  expect(texts[0]).not.toMatch(/void/)
  expect(texts[1]).toContain('2026-0002')
  expect(texts[1]).toContain('This invoice is void.')
  const [{ id } = { id: '' }] = papers
  const customer = await app.as('customer')
  expect((await customer.call(`GET /api/admin/invoices/${id}/pdf`)).status).toBe(403)
  expect((await admin.call(`GET /api/admin/invoices/${changed.jobId}/pdf`)).status).toBe(404)
})

test("an erased customer's invoice stays and links to no one", async () => {
  const { jobId, customerId } = await issue()
  await pay(jobId, '100.00')
  await admin.call(`DELETE /api/admin/customers/${customerId}`)
  expect(await list()).toMatchObject([{ billTo: 'Fleet Co', customerId: null }])
})

test('pages in every order are read from an index', async () => {
  await issue()
  const plan = async (order: string, where = '') =>
    JSON.stringify(
      await queryRows({
        name: `plan-${order}-${where}`,
        text: `explain select id from invoices ${where} order by ${order} limit 101`,
      }),
    )
  await queryRows({ name: 'no-seqscan', text: 'set enable_seqscan = off' })
  await queryRows({ name: 'no-sort', text: 'set enable_sort = off' })
  for (const [by, index] of [
    ['(year::bigint * 10000000 + nth)', 'newest'],
    ['bill_to collate "und-x-icu"', 'bill_to'],
    ['due_on', 'due'],
    ['total_cents', 'amount'],
    ['paid_cents', 'paid'],
    ['open_cents', 'open'],
  ])
    for (const direction of ['', ' desc'])
      expect(await plan(`${by}${direction}, id${direction}`)).toContain(`invoices_${index}`)
  await queryRows({ name: 'seqscan', text: 'reset enable_seqscan' })
  await queryRows({ name: 'sort', text: 'reset enable_sort' })
})
