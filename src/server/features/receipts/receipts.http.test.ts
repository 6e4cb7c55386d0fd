import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobExtras } from '#server/database/tables/job-extras.ts'
import {
  bookVisit,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  preAuthorize,
  processPayment,
  simulator,
} from '#server/features/payments/test-visits.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { textOfPdf } from './test-pdf.ts'

const app = useTestApp()
let customer: TestPerson
let admin: TestPerson
beforeEach(async () => {
  customer = await app.as('customer')
  admin = await app.as('admin')
})

const json = 'GET /api/jobs/{id}/receipt'
const pdf = 'GET /api/jobs/{id}/receipt.pdf'

const cents = (amount: string) =>
  amount.startsWith('-')
    ? -(centsFromDecimal(amount.slice(1)) ?? NaN)
    : (centsFromDecimal(amount) ?? NaN)
const sum = (rows: readonly { amount: string }[]) =>
  rows.reduce((total, { amount }) => total + cents(amount), 0)

/** The receipt adds up in itself and agrees with the ledger of the visit. */
async function readReceipt(jobId: string, reader = customer): Promise<Receipt> {
  const answer = await reader.call(json, { params: { id: jobId } })
  expect(answer.status).toBe(200)
  const receipt = answer.body as Receipt
  for (const line of receipt.lines)
    expect(cents(line.unitPrice) * line.quantity).toBe(cents(line.amount))
  expect(sum(receipt.lines)).toBe(cents(receipt.subtotal))
  expect(cents(receipt.subtotal) + sum(receipt.adjustments)).toBe(cents(receipt.total))
  expect(sum(receipt.charges)).toBe(cents(receipt.charged))
  expect(sum(receipt.refunds)).toBe(cents(receipt.refunded))
  expect(cents(receipt.charged) - cents(receipt.refunded)).toBe(cents(receipt.paid))
  expect(cents(receipt.total) - cents(receipt.paid)).toBe(cents(receipt.balance))
  const ledger = await ledgerOf(jobId)
  expect([ledger.cash, ledger.receivable]).toEqual([cents(receipt.paid), cents(receipt.balance)])
  return receipt
}

async function addExtra(jobId: string): Promise<void> {
  const extra = { serviceType: 'oil_quart_full_synthetic', unitPrice: '10.99', quantity: 2 }
  const body = { ...extra, description: 'Additional quart of full synthetic oil' }
  const answer = await admin.call('POST /api/jobs/{id}/extras', { params: { id: jobId }, body })
  expect(answer.status).toBe(201)
}

const refund = (jobId: string, amount: string) =>
  admin.call('POST /api/payments/{jobId}/refund', {
    params: { jobId },
    body: { amount, reason: 'customer_complaint' },
  })

test('lines, hold, charge, refund and card add up and agree with the ledger', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await addExtra(jobId)
  await changeAndSettle(jobId, { status: 'completed', completedAt: new Date() })
  expect(await readReceipt(jobId)).toMatchObject({
    subtotal: '151.97',
    total: '151.97',
    adjustments: [],
    holds: [{ amount: '129.99', status: 'captured' }],
    charges: [{ amount: '151.97', card: { brand: 'Visa', last4: '1111' } }],
    refunds: [],
    balance: '0.00',
  })
  await refund(jobId, '11.97')
  await runDueTasks()
  const receipt = await readReceipt(jobId)
  expect(receipt).toMatchObject({
    business: { name: 'Fivequart', phone: '(555) 010-0142', timeZone: 'America/Chicago' },
    lines: [
      { kind: 'package', quantity: 1, amount: '129.99' },
      { kind: 'extra', quantity: 2, unitPrice: '10.99', amount: '21.98' },
    ],
    subtotal: '151.97',
    adjustments: [{ kind: 'customer_complaint', amount: '-11.97' }],
    total: '140.00',
    refunds: [{ amount: '11.97', status: 'completed' }],
    paid: '140.00',
  })
  expect(await readReceipt(jobId, admin)).toEqual(receipt)
})

test('a charge without a hold names its own card, not the one on file', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, outcome: 'capture_declined' })
  await changeAndSettle(jobId, { status: 'completed', completedAt: new Date() })
  const sourceId = await simulator.mintToken({ outcome: 'ok', brand: 'Mastercard', last4: '4444' })
  expect((await processPayment(customer, { jobId, sourceId })).status).toBe(200)
  const receipt = await readReceipt(jobId)
  expect(receipt.charges).toMatchObject([
    { amount: '129.99', card: { brand: 'Mastercard', last4: '4444' } },
  ])
  expect(receipt.holds.map(({ status }) => status)).not.toContain('captured')
})

test('a refund in the card dashboard lowers the total of the receipt', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await changeAndSettle(jobId, { status: 'completed', completedAt: new Date() })
  const [payment] = await networkPayments()
  await simulator.refundInDashboard(payment?.id ?? '', 2000)
  await runDueTasks()
  expect(await readReceipt(jobId)).toMatchObject({
    adjustments: [{ kind: 'refunded', amount: '-20.00' }],
    total: '109.99',
    refunds: [{ amount: '20.00' }],
    balance: '0.00',
  })
})

test('no receipt before completion, nor for a cancelled visit that cost nothing', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  for (const route of [json, pdf])
    expect(await customer.call(route, { params: { id: jobId } })).toMatchObject({
      status: 409,
      body: { message: 'Your receipt will be here once the service is completed.' },
    })
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: new Date() })
  expect((await customer.call(json, { params: { id: jobId } })).status).toBe(409)
})

test('a visit paid and then cancelled shows the money coming back', async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: new Date() })
  expect(await readReceipt(jobId)).toMatchObject({
    status: 'cancelled',
    adjustments: [{ kind: 'cancelled', amount: '-129.99' }],
    total: '0.00',
    charged: '129.99',
    refunded: '129.99',
    balance: '0.00',
  })
})

test('a receipt is for its customer and the office alone', async () => {
  const job = await makeJob({
    customerId: customer.user.id,
    status: 'completed',
    completedAt: new Date(),
  })
  const stranger = await app.as('customer')
  const technician = await app.as('technician')
  for (const route of [json, pdf]) {
    const params = { id: job.id }
    expect((await customer.call(route, { params })).status).toBe(200)
    expect((await stranger.call(route, { params })).status).toBe(404)
    expect((await technician.call(route, { params })).status).toBe(403)
    expect((await app.call(route, { params })).status).toBe(401)
  }
})

test('the PDF says what the receipt says, over as many pages as it takes', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  const extra = { jobId, serviceType: 'other' as const, unitCents: 100, totalCents: 100 }
  await db()
    .insert(jobExtras)
    .values(Array.from({ length: 60 }, (_, n) => ({ ...extra, description: `Łabędź part ${n}` })))
  await changeAndSettle(jobId, { status: 'completed', completedAt: new Date(), extrasCents: 6000 })
  const { body } = await customer.call(json, { params: { id: jobId } })
  expect(body).toMatchObject({ adjustments: [], total: '189.99', paid: '189.99' })
  const answer = await customer.call(pdf, { params: { id: jobId } })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf' })
  const { number } = body as Receipt
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${number}.pdf"`)
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const text = textOfPdf(answer.bytes)
  for (const part of [number, '$189.99', 'Visa ending in 1111', 'Fivequart', 'Labedz part 59'])
    expect(text).toContain(part)
  expect(answer.bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
})
