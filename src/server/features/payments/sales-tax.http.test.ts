import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailedCode } from '#server/features/accounts/test-site.ts'
import { db } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { products, servicePackages } from '#server/database/tables/catalog.ts'
import { makeAddon, makeVehicle } from '#server/database/test-factories.ts'
import { customerWithCar, monday, wednesday } from '#server/features/booking/test-customer.ts'
import { ask, confirm, email, guestAtHome } from '#server/features/guests/test-guest.ts'
import { makeSpot, near } from '#server/features/service-area/test-spots.ts'
import { now } from '#server/base/clock.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { answerExtra } from '#server/testing/test-answer-extra.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import {
  changeAndSettle,
  ledgerOf,
  mailsTo,
  networkPayments,
  preAuthorize,
  processPayment,
} from './test-visits.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday })
const austin = { salesTaxEnabled: true, salesTaxRateBp: 825 }
let customer: Awaited<ReturnType<typeof customerWithCar>>
let admin: TestPerson
let technician: TestPerson
beforeEach(async () => {
  customer = await customerWithCar(app)
  admin = await app.as('admin')
  technician = await app.as('technician')
  await changeSettings(austin)
})

const post = (wanted: object = {}, who: TestPerson = customer) =>
  who.call('POST /api/jobs', { body: { ...customer.form, ...wanted } })

async function book(wanted: object = {}, who: TestPerson = customer): Promise<string> {
  const answer = await post(wanted, who)
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body.id
}
const about = (id: string) => ({ params: { id } })
const read = async (id: string, who: TestPerson = customer) =>
  (await who.call('GET /api/jobs/{id}', about(id))).body
const start = (id: string) =>
  changeAndSettle(id, { status: 'in_progress', technicianId: technician.user.id })
const extra = (id: string, more: object = {}, who = technician) =>
  who.call('POST /api/jobs/{id}/extras', {
    ...about(id),
    body: { serviceType: 'other', description: 'Air filter', unitPrice: '20.00', ...more },
  })
const payment = async (jobId: string) =>
  (await admin.call('GET /api/payments/{jobId}', { params: { jobId } })).body
const refund = (jobId: string, amount: string) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint' },
  })
const adjust = (jobId: string, amount: string) =>
  admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount, reason: 'pricing_error' },
  })
/** The cost and its sales tax. */
const costOf = async (id: string) => {
  const { cost, finalAmount } = await read(id)
  expect(cost.amount).toBe(finalAmount)
  return [cost.amount, cost.salesTax?.amount]
}

test('from booking to refund: the hold covers it, the ledger separates it, a refund returns its share', async () => {
  const id = await book({ seenPrice: '140.71' })
  expect(await read(id)).toMatchObject({
    totalAmount: '129.99',
    finalAmount: '140.71',
    cost: {
      quoted: '129.99',
      lines: '129.99',
      adjustments: [{ kind: 'sales_tax', amount: '10.72', rate: '8.25' }],
      salesTax: { rate: '8.25', amount: '10.72' },
      due: '140.71',
    },
  })
  // A client's amount is only compared.
  expect((await preAuthorize(customer, { jobId: id, cents: 12_999 })).body).toMatchObject({
    details: { amount: '140.71' },
  })
  expect((await preAuthorize(customer, { jobId: id, cents: 1 })).status).toBe(409)
  expect((await preAuthorize(customer, { jobId: id, cents: 14_071 })).status).toBe(200)
  expect(await networkPayments()).toMatchObject([{ status: 'approved', cents: 14_071 }])
  await start(id)
  expect((await extra(id)).status).toBe(201)
  expect(await costOf(id)).toEqual(['162.36', '12.37'])
  await changeAndSettle(id, { status: 'completed' })
  expect(await networkPayments()).toMatchObject([{ status: 'completed', cents: 16_236 }])
  const books = { cash: 16_236, receivable: 0, revenue: -14_999, tax_billed: 0, tax_payable: -1237 }
  expect(await ledgerOf(id)).toEqual(books)
  expect(await payment(id)).toMatchObject({ amount: '162.36', salesTax: '12.37' })
  expect((await refund(id, '62.36')).status).toBe(200)
  await runDueTasks()
  expect(await costOf(id)).toEqual(['100.00', '7.62'])
  expect(await ledgerOf(id)).toEqual({
    cash: 10_000,
    receivable: 0,
    revenue: -9238,
    tax_billed: 0,
    tax_payable: -762,
  })
  expect((await refund(id, '100.00')).status).toBe(200)
  await runDueTasks()
  const nothing = { cash: 0, receivable: 0, revenue: 0, tax_billed: 0, tax_payable: 0 }
  expect(await ledgerOf(id)).toEqual(nothing)
  expect(await costOf(id)).toEqual(['0.00', '0.00'])
})

test('a tip has no sales tax: charged as given, and owed in full to the technician', async () => {
  await changeSettings({ tipsEnabled: true })
  const id = await book()
  await preAuthorize(customer, { jobId: id, cents: 14_071 })
  await start(id)
  await changeAndSettle(id, { status: 'completed', completedAt: now() })
  const tip = await customer.call('POST /api/jobs/{id}/tip', {
    ...about(id),
    body: { amount: '20.00' },
  })
  expect(tip).toMatchObject({ status: 200, body: { tip: '20.00' } })
  expect((await networkPayments()).map(({ cents }) => cents)).toEqual([14_071, 2000])
  expect(await ledgerOf(id)).toMatchObject({
    cash: 16_071,
    revenue: -12_999,
    tax_payable: -1072,
    tips_payable: -2000,
  })
})

test('switched off, nothing of it is shown or stored, and the price is package and extras', async () => {
  await changeSettings({ salesTaxEnabled: false })
  const id = await book({ seenPrice: '129.99' })
  await start(id)
  await extra(id)
  const job = await read(id)
  expect(job).toMatchObject({ finalAmount: '149.99', cost: { adjustments: [] } })
  expect(JSON.stringify(job)).not.toMatch(/tax/i)
  expect(await db().select().from(jobs)).toMatchObject([{ taxRateBp: null, taxableCents: 0 }])
  expect(await db().select().from(jobLines).where(eq(jobLines.source, 'extra'))).toMatchObject([
    { taxable: false },
  ])
  await preAuthorize(customer, { jobId: id, cents: 14_999 })
  await changeAndSettle(id, { status: 'completed' })
  expect(await ledgerOf(id)).toEqual({ cash: 14_999, receivable: 0, revenue: -14_999 })
  for (const call of ['GET /api/payments/summary', 'GET /api/payments/export'] as const)
    expect((await admin.call(call)).text).not.toMatch(/tax/i)
})

describe('a visit keeps the rate it was booked with', () => {
  test('booked while it was off has none, whatever is added later', async () => {
    await changeSettings({ salesTaxEnabled: false })
    const id = await book()
    await changeSettings(austin)
    await start(id)
    await extra(id)
    expect(await costOf(id)).toEqual(['149.99', undefined])
    const moved = { serviceAddress: near }
    await makeSpot({ radiusMiles: 5, taxRateBp: 1000 })
    const body = { serviceAddress: '500 Congress Ave, Austin, TX 78701' }
    await admin.call('PATCH /api/jobs/{id}', { ...about(id), body: moved })
    await admin.call('PATCH /api/jobs/{id}', { ...about(id), body })
    expect(await costOf(id)).toEqual(['149.99', undefined])
  })

  test('booked with it keeps it, whatever is set later', async () => {
    const id = await book()
    await changeSettings({ salesTaxRateBp: 2000 })
    await start(id)
    await extra(id)
    expect(await costOf(id)).toEqual(['162.36', '12.37'])
    await changeSettings({ salesTaxEnabled: false })
    await extra(id)
    expect(await costOf(id)).toEqual(['184.01', '14.02'])
    await customer.call('POST /api/jobs/{id}/reschedule', {
      ...about(id),
      body: { scheduledDate: wednesday, scheduledTime: labelAt(2) },
    })
    expect(await costOf(id)).toEqual(['184.01', '14.02'])
  })
})

describe('taxable', () => {
  test('packages, add-ons and extras marked as such when added', async () => {
    const taxed = await makeAddon({ priceCents: 1000 })
    const free = await makeAddon({ priceCents: 2000, taxable: false })
    const id = await book({ addons: [taxed.id, free.id], seenPrice: '171.54' })
    // 8.25 % of 139.99.
    expect(await costOf(id)).toEqual(['171.54', '11.55'])
    await db().update(products).set({ taxable: false })
    await db().update(servicePackages).set({ taxable: false })
    await changeSettings({ extrasTaxable: false })
    await start(id)
    await extra(id)
    expect(await costOf(id)).toEqual(['191.54', '11.55'])
    const later = await makeAddon({ priceCents: 3000, taxable: false })
    const added = await technician.call('POST /api/jobs/{id}/addons', {
      ...about(id),
      body: { addonServiceId: later.id },
    })
    expect(added.status).toBe(201)
    expect(await costOf(id)).toEqual(['221.54', '11.55'])
    await admin.call('DELETE /api/jobs/{id}/addons/{addonId}', {
      params: { id, addonId: taxed.id },
    })
    expect(await costOf(id)).toEqual(['210.71', '10.72'])
    const addons = await db().select().from(jobLines).where(eq(jobLines.source, 'addon'))
    expect(addons.map(({ taxable }) => ({ taxable }))).toEqual([
      { taxable: false },
      { taxable: false },
    ])
    const untaxed = await book({ scheduledDate: wednesday, seenPrice: '129.99' })
    expect(await costOf(untaxed)).toEqual(['129.99', '0.00'])
  })

  test('extras change it when they wait, are corrected, approved, declined or removed', async () => {
    const id = await book()
    await start(id)
    const { body: small } = await extra(id)
    const { body: dear } = await extra(id, { unitPrice: '200.00' })
    const declined = (await extra(id, { unitPrice: '300.00' })).body
    expect(await costOf(id)).toEqual(['162.36', '12.37'])
    await answerExtra(customer, declined, false)
    await answerExtra(customer, dear, true)
    expect(await costOf(id)).toEqual(['378.86', '28.87'])
    await technician.call('PATCH /api/jobs/{id}/extras/{extraId}', {
      params: { id, extraId: small.id },
      body: { unitPrice: '10.00' },
    })
    expect(await costOf(id)).toEqual(['368.04', '28.05'])
    await technician.call('DELETE /api/jobs/{id}/extras/{extraId}', {
      params: { id, extraId: small.id },
    })
    expect(await costOf(id)).toEqual(['357.21', '27.22'])
    const [job] = await db().select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ extrasCents: 20_000, taxableCents: 32_999 })
  })

  test('an extra that the office bills after the visit', async () => {
    const id = await book()
    await preAuthorize(customer, { jobId: id, cents: 14_071 })
    await changeAndSettle(id, { status: 'completed' })
    expect((await extra(id, {}, admin)).status).toBe(201)
    await runDueTasks()
    expect(await ledgerOf(id)).toMatchObject({ cash: 16_236, revenue: -14_999, tax_payable: -1237 })
  })
})

describe('by location', () => {
  const elsewhere = '9315 Anderson Mill Road, Austin, TX 78729'

  test("the rate is the core spot's of the address", async () => {
    await makeSpot({ taxRateBp: 1000 })
    const here = await book({ seenPrice: '142.99' })
    expect(await costOf(here)).toEqual(['142.99', '13.00'])
    const there = await book({ scheduledDate: wednesday, serviceAddress: elsewhere })
    expect(await costOf(there)).toEqual(['140.71', '10.72'])
    const stale = await post({ scheduledTime: labelAt(3), seenPrice: '140.71' })
    expect(stale).toMatchObject({ status: 409, body: { details: { price: '142.99' } } })
  })

  test("the rate is the core spot's of the address, also where it is zero", async () => {
    await makeSpot({ taxRateBp: 0 })
    expect((await book({ seenPrice: '129.99' })).length).toBeGreaterThan(0)
  })

  test('another address has its own rate, and within one spot the visit keeps its booked rate', async () => {
    await makeSpot({ taxRateBp: 1000 })
    const id = await book()
    await changeSettings({ salesTaxRateBp: 600 })
    const change = (serviceAddress: string) =>
      admin.call('PATCH /api/jobs/{id}', { ...about(id), body: { serviceAddress } })
    await change('100 Congress Ave, Austin, TX 78701')
    expect(await costOf(id)).toEqual(['142.99', '13.00'])
    await change(elsewhere)
    expect(await costOf(id)).toEqual(['137.79', '7.80'])
    await runDueTasks()
    const mail = (await mailsTo(customer)).find((text) => text.includes('sales tax there'))
    expect(mail).toContain('The sales tax there is 6%.')
    expect(mail).toContain('The visit costs $137.79, sales tax of $7.80 included.')
    const history = await admin.call('GET /api/jobs/{id}/history', about(id))
    expect(JSON.stringify(history.body)).toContain('Sales tax: 6% (before: 10%)')
  })
})

describe('a changed amount', () => {
  test('a discount reduces price and sales tax alike', async () => {
    const id = await book()
    const answer = await admin.call('PATCH /api/jobs/{id}', {
      ...about(id),
      body: { discount: '40.71', reason: 'Sorry', seen: { finalAmount: '140.71' } },
    })
    expect(answer.status).toBe(200)
    expect(await costOf(id)).toEqual(['100.00', '7.62'])
    await start(id)
    await extra(id)
    // A later extra counts in full.
    expect((await read(id)).finalAmount).toBe('121.65')
    await processPayment(customer, { jobId: id, cents: 12_165 })
    await changeAndSettle(id, { status: 'completed' })
    const { cash = 0, revenue = 0, tax_payable: tax = 0, ...rest } = await ledgerOf(id)
    expect([cash, cash + revenue + tax, rest]).toEqual([
      12_165,
      0,
      { receivable: 0, tax_billed: 0 },
    ])
    expect(tax).toBe(-927)
  })

  test('an adjusted amount is everything the customer pays', async () => {
    const id = await book()
    expect((await adjust(id, '216.50')).status).toBe(200)
    expect(await costOf(id)).toEqual(['216.50', '16.49'])
    expect((await adjust(id, '0')).status).toBe(200)
    expect(await costOf(id)).toEqual(['0.00', '0.00'])
  })

  test('a cancellation fee has none, even after prepayment', async () => {
    await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 96 })
    const id = await book()
    await processPayment(customer, { jobId: id, cents: 14_071 })
    expect(await ledgerOf(id)).toMatchObject({ cash: 14_071, tax_billed: 1072, tax_payable: -1072 })
    const cancelled = await customer.call('POST /api/jobs/{id}/cancel', {
      ...about(id),
      body: { reason: 'Away', seenFee: '25.00' },
    })
    expect(cancelled.status).toBe(200)
    await runDueTasks()
    expect(await costOf(id)).toEqual(['25.00', '0.00'])
    expect(await ledgerOf(id)).toEqual({
      cash: 2500,
      receivable: 0,
      revenue: -2500,
      tax_billed: 0,
      tax_payable: 0,
    })
  })
})

test('revenue excludes it, lists and files show it', async () => {
  const id = await book()
  await preAuthorize(customer, { jobId: id, cents: 14_071 })
  await changeAndSettle(id, { status: 'completed' })
  const { body: stats } = await admin.call('GET /api/dashboard/stats')
  expect(stats.todayRevenue).toBe('129.99')
  const { body: totals } = await admin.call('GET /api/payments/summary')
  expect(totals).toMatchObject({ captured: '140.71', salesTax: '10.72' })
  const { text: csv } = await admin.call('GET /api/payments/export')
  const [header, row] = csv.split('\r\n')
  expect(header).toContain('Sales tax in the amount (USD)')
  expect(row).toContain('10.72')
  const close = await admin.call('GET /api/admin/close', { query: { date: '2026-11-23' } })
  expect(close.text).toContain('"tax":"10.72"')
  const receipt = (await customer.call('GET /api/jobs/{id}/receipt', about(id))).body
  expect(receipt.cost).toMatchObject({ lines: '129.99', amount: '140.71', paid: '140.71' })
  const mails = await mailsTo(customer)
  expect(mails.some((mail) => mail.includes('$140.71, sales tax of $10.72 included'))).toBe(true)
})

test('a guest confirms the taxed price before a code is mailed, and books it', async () => {
  const { browser, form } = await guestAtHome(app)
  const price = { details: { price: '140.71' } }
  expect(await ask(browser, { ...form, seenPrice: '129.99' })).toMatchObject({
    status: 409,
    body: price,
  })
  const seen = { ...form, seenPrice: '140.71' }
  expect((await ask(browser, seen)).status).toBe(202)
  const booked = await confirm(browser, seen, await mailedCode(email))
  expect(booked).toMatchObject({ status: 201, body: { job: { finalAmount: '140.71' } } })
})

test('several cars in one booking are taxed separately, also by the office for a caller', async () => {
  const other = await makeVehicle(customer.user.id)
  const { serviceAddress, ...first } = customer.form
  const visits = [
    { ...first, seenPrice: '140.71' },
    { ...first, vehicleId: other.id, scheduledTime: labelAt(2), seenPrice: '140.71' },
  ]
  const body = { visits, serviceAddress, customerId: customer.user.id }
  const answer = await admin.call('POST /api/bookings', { body })
  expect(answer.status).toBe(201)
  expect(answer.body.map((job: { finalAmount: string }) => job.finalAmount)).toEqual([
    '140.71',
    '140.71',
  ])
})

test.each([[-1], [2001], [8.25], ['8']])('a rate of %s basis points is refused', async (rate) => {
  const body = { salesTaxRateBp: rate }
  expect((await admin.call('PUT /api/admin/settings', { body })).status).toBe(400)
})
