import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { customerWithCar, monday } from '#server/features/booking/test-customer.ts'
import { giveParts } from '#server/features/jobs/test-parts.ts'
import { textOfPdf } from '#server/features/receipts/test-pdf.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { changeAndSettle, preAuthorize } from './test-visits.ts'

const app = useTestApp({ at: monday })
let customer: Awaited<ReturnType<typeof customerWithCar>>
let admin: TestPerson
let technician: TestPerson
/** A package at $129.99 with $45.00 of parts. */
beforeEach(async () => {
  customer = await customerWithCar(app)
  admin = await app.as('admin')
  technician = await app.as('technician')
  await db().update(vehicles).set({ oilCapacity: 5 }).where(eq(vehicles.id, customer.car.id))
  await giveParts(customer.oilPackage.id)
})

const modes = [
  ['everything', '140.71', '10.72'],
  ['parts', '133.70', '3.71'],
  ['none', '129.99', '0.00'],
] as const

const invoicing = { company: 'Fleet Co', address: '', email: '', purchaseOrder: '', termsDays: 30 }

async function visit(amount: string, onInvoice: boolean): Promise<string> {
  if (onInvoice)
    await admin.call(`PATCH /api/admin/customers/${customer.user.id}`, { body: { invoicing } })
  const { body } = await customer.call('POST /api/jobs', { body: customer.form })
  const { id } = body
  if (!onInvoice)
    await preAuthorize(customer, { jobId: id, cents: Math.round(Number(amount) * 100) })
  await changeAndSettle(id, { status: 'in_progress', technicianId: technician.user.id })
  const completed = { params: { id }, body: { status: 'completed' } }
  expect((await technician.call('PATCH /api/jobs/{id}/status', completed)).status).toBe(200)
  await runDueTasks()
  return id
}

/** The rows of a CSV by the names in its header. */
async function tableOf(
  call: string,
  query: Record<string, string> = {},
): Promise<Record<string, string>[]> {
  const { text } = await admin.call(call, { query })
  return parse(text, { bom: true, columns: true })
}

/** Sales tax in the ledger's CSV, billed or collected, in dollars. */
async function taxInLedger(): Promise<string> {
  const entries = await tableOf('GET /api/admin/close/export', { from: businessToday() })
  const dollars = (part: string) =>
    entries
      .filter((entry) => /sales tax/i.test(entry[part] ?? ''))
      .reduce((sum, entry) => sum + Number(entry['Amount (USD)']), 0)
  return (dollars('Account credited') - dollars('Account debited')).toFixed(2)
}

test.each(modes)(
  'with sales tax on %s, receipt, PDF, payments and ledger show %s with tax %s',
  async (taxMode, amount, tax) => {
    await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 825, taxMode })
    const id = await visit(amount, false)
    const params = { id }
    const { body: receipt } = await customer.call('GET /api/jobs/{id}/receipt', { params })
    expect(receipt.lines.map(({ amount: sum }: { amount: string }) => sum)).toEqual(
      taxMode === 'parts' ? ['45.00', '84.99'] : ['129.99'],
    )
    expect([receipt.cost.amount, receipt.cost.salesTax?.amount ?? '0.00']).toEqual([amount, tax])
    const pdf = await customer.call('GET /api/jobs/{id}/receipt.pdf', { params })
    expect(taxOn(pdf.bytes)).toBe(tax)
    const [payment] = await tableOf('GET /api/payments/export')
    expect([payment?.['Amount (USD)'], payment?.['Sales tax in the amount (USD)']]).toEqual([
      amount,
      tax,
    ])
    expect(await taxInLedger()).toBe(tax)
  },
)

test.each(modes)(
  'with sales tax on %s, the invoice and its PDF show %s with tax %s',
  async (taxMode, amount, tax) => {
    await changeSettings({ salesTaxEnabled: true, salesTaxRateBp: 825, taxMode })
    const id = await visit(amount, true)
    const [invoice] = (await admin.call('GET /api/admin/invoices')).body
    expect(invoice).toMatchObject({ jobId: id, amount })
    const pdf = await customer.call('GET /api/jobs/{id}/invoice.pdf', { params: { id } })
    expect(taxOn(pdf.bytes)).toBe(tax)
    expect(textOfPdf(pdf.bytes)).toContain(`$${amount}`)
    expect(/: parts/.test(textOfPdf(pdf.bytes))).toBe(taxMode === 'parts')
    const [listed] = await tableOf('GET /api/admin/invoices/export')
    expect(listed?.['Amount (USD)']).toBe(amount)
    expect(await taxInLedger()).toBe(tax)
  },
)

/** The sales tax that a PDF names, in dollars. */
const taxOn = (bytes: Buffer): string =>
  /Sales tax[^\n]*\n\$([\d.]+)/.exec(textOfPdf(bytes))?.[1] ?? '0.00'
