import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { businessToday } from '#server/base/business-time.ts'
import { now, travelTo } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { users } from '#server/database/tables/users.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { testNetwork } from '#server/features/payments/test-network.ts'
import {
  bookVisit,
  ledgerOf,
  changeAndSettle,
  networkPayments,
  preAuthorize,
  processPayment,
} from '#server/features/payments/test-visits.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { twoColors } from '#server/features/photos/test-pictures.ts'
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

/** Reads a receipt, and checks its sums against the visit's ledger. */
async function readReceipt(jobId: string, reader = customer): Promise<Receipt> {
  const answer = await reader.call(json, { params: { id: jobId } })
  expect(answer.status).toBe(200)
  const receipt = answer.body as Receipt
  for (const line of receipt.lines)
    expect(cents(line.unitPrice) * line.quantity).toBe(cents(line.amount))
  const { cost, movements } = receipt
  expect(sum(receipt.lines)).toBe(cents(cost.lines))
  expect(cents(cost.lines) + sum(cost.adjustments)).toBe(cents(cost.amount))
  const of = (...kinds: string[]) => movements.filter(({ kind }) => kinds.includes(kind))
  expect(sum(of('captured'))).toBe(cents(cost.charged))
  expect(sum(of('refunded', 'refund-failed'))).toBe(0 - cents(cost.refunded))
  expect(cents(cost.charged) - cents(cost.refunded)).toBe(cents(cost.paid))
  const reserved = sum(of('reserved', 'raised'))
  const ended = sum(of('lowered', 'used', 'released', 'expired', 'ended'))
  expect(reserved - ended).toBe(cents(cost.held))
  expect(movements.map(({ at }) => at)).toEqual(movements.map(({ at }) => at).toSorted())
  const ledger = await ledgerOf(jobId)
  const open = cents(cost.due) - cents(cost.excess)
  expect([ledger.cash, ledger.receivable]).toEqual([cents(cost.paid), open])
  return receipt
}

const told = ({ movements }: Receipt) => movements.map(({ kind, amount }) => `${kind} ${amount}`)

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
  const first = await readReceipt(jobId)
  expect(first.cost).toMatchObject({
    lines: '151.97',
    amount: '151.97',
    adjustments: [],
    due: '0.00',
  })
  expect(told(first)).toEqual(['reserved 129.99', 'raised 21.98', 'used 151.97', 'captured 151.97'])
  expect(first.movements.at(-1)?.card).toEqual({ brand: 'Visa', last4: '1111' })
  await refund(jobId, '11.97')
  await runDueTasks()
  const receipt = await readReceipt(jobId)
  expect(receipt).toMatchObject({
    // This business has no contact details yet.
    business: { name: 'Fivequart', phone: '', email: '', timeZone: 'America/Chicago' },
    lines: [
      { kind: 'package', quantity: 1, amount: '129.99' },
      { kind: 'extra', quantity: 2, unitPrice: '10.99', amount: '21.98' },
    ],
    cost: {
      lines: '151.97',
      adjustments: [{ kind: 'customer_complaint', amount: '-11.97' }],
      amount: '140.00',
      paid: '140.00',
    },
  })
  expect(receipt.movements.at(-1)).toMatchObject({
    kind: 'refunded',
    amount: '-11.97',
    pending: false,
  })
  expect(await readReceipt(jobId, admin)).toEqual(receipt)
})

test('a charge without a hold names its own card, not the stored one', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId, outcome: 'capture_declined' })
  await changeAndSettle(jobId, { status: 'completed', completedAt: new Date() })
  const sourceId = await testNetwork.mintToken({
    outcome: 'ok',
    brand: 'Mastercard',
    last4: '4444',
  })
  expect((await processPayment(customer, { jobId, sourceId })).status).toBe(200)
  const receipt = await readReceipt(jobId)
  expect(told(receipt)).toEqual(['reserved 129.99', 'ended 129.99', 'captured 129.99'])
  expect(receipt.movements.at(-1)?.card).toEqual({ brand: 'Mastercard', last4: '4444' })
})

test('a refund in the card dashboard lowers the total of the receipt', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  await changeAndSettle(jobId, { status: 'completed', completedAt: new Date() })
  const [payment] = await networkPayments()
  await testNetwork.refundInDashboard(payment?.id ?? '', 2000)
  await runDueTasks()
  const receipt = await readReceipt(jobId)
  expect(receipt.cost).toMatchObject({
    adjustments: [{ kind: 'refunded', amount: '-20.00' }],
    amount: '109.99',
    refunded: '20.00',
    due: '0.00',
  })
  expect(told(receipt).at(-1)).toBe('refunded -20.00')
})

test('no receipt before completion, nor for a cancelled visit without a cost', async () => {
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  for (const route of [json, pdf])
    expect(await customer.call(route, { params: { id: jobId } })).toMatchObject({
      status: 409,
      body: { message: 'Your receipt will be here once the service is completed.' },
    })
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: new Date() })
  expect(await customer.call(json, { params: { id: jobId } })).toMatchObject({
    status: 409,
    body: { message: 'This visit was cancelled, so there is no receipt.' },
  })
})

test('a visit paid and then cancelled shows the refund', async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: new Date() })
  expect(await readReceipt(jobId)).toMatchObject({
    status: 'cancelled',
    cost: {
      adjustments: [{ kind: 'cancelled', amount: '-129.99' }],
      amount: '0.00',
      charged: '129.99',
      refunded: '129.99',
      excess: '0.00',
    },
    work: { oilType: null, filters: [], checklist: [] },
  })
})

test('cash of a cancelled visit, wholly given back, is on its receipt', async () => {
  const jobId = await bookVisit(customer)
  const record = (amount: string, more: object = {}) =>
    admin.call('POST /api/payments/{jobId}/record', {
      params: { jobId },
      body: { amount, method: 'cash', receivedOn: businessToday(), ...more },
    })
  await record('129.99')
  await changeAndSettle(jobId, { status: 'cancelled', cancelledAt: new Date() })
  await record('100.00', { givenBack: 'Cancelled' })
  const receiptNow = async () => (await customer.call(json, { params: { id: jobId } })).body
  expect(await receiptNow()).toMatchObject({ cost: { excess: '29.99' } })
  const { body: payment } = await record('29.99', { givenBack: 'Cancelled' })
  expect(payment).toMatchObject({ state: 'refunded', status: 'refunded' })
  const receipt: Receipt = await receiptNow()
  expect(told(receipt)).toEqual(['recorded 129.99', 'given-back -100.00', 'given-back -29.99'])
  expect(receipt.cost).toMatchObject({ amount: '0.00', due: '0.00', excess: '0.00' })
  const text = textOfPdf((await customer.call(pdf, { params: { id: jobId } })).bytes)
  expect(text).toContain('$129.99')
  expect(text).toContain('Given back')
  // Written by mistake: then it was never given back.
  const recordId = payment.recorded.at(-1).id
  await admin.call('DELETE /api/payments/{jobId}/record/{id}', {
    params: { jobId, id: recordId },
    body: { reason: 'Not yet' },
  })
  expect(await receiptNow()).toMatchObject({ cost: { excess: '29.99' } })
})

test('each line has its time, and a raised hold is not shown earlier', async () => {
  const start = now().getTime()
  const at = (hours: number) => travelTo(new Date(start + hours * 3_600_000))
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  at(24)
  await addExtra(jobId)
  const { body } = await customer.call('GET /api/jobs/{id}', { params: { id: jobId } })
  expect(body.cost).toMatchObject({ amount: '151.97', held: '129.99', due: '151.97' })
  at(30)
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  at(48)
  await refund(jobId, '51.97')
  await runDueTasks()
  const { movements } = await readReceipt(jobId)
  const hours = movements.map(({ kind, at: when }) => [
    kind,
    Math.round((Date.parse(when) - start) / 3_600_000),
  ])
  expect(hours).toEqual([
    ['reserved', 0],
    ['raised', 30],
    ['used', 30],
    ['captured', 30],
    ['refunded', 48],
  ])
})

test('a receipt is for its customer and the office only', async () => {
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

test('the PDF matches the receipt, over as many pages as needed', async () => {
  await db()
    .update(users)
    .set({ firstName: 'Nguyễn'.normalize('NFD'), lastName: 'Łukasz' })
    .where(eq(users.id, customer.user.id))
  const jobId = await bookVisit(customer)
  await preAuthorize(customer, { jobId })
  const extra = {
    jobId,
    source: 'extra' as const,
    kind: 'labor' as const,
    serviceType: 'other' as const,
    unitCents: 100,
    totalCents: 100,
  }
  await db()
    .insert(jobLines)
    .values(Array.from({ length: 60 }, (_, n) => ({ ...extra, description: `Łabędź part ${n}` })))
  await changeAndSettle(jobId, { status: 'completed', completedAt: new Date(), extrasCents: 6000 })
  const { body } = await customer.call(json, { params: { id: jobId } })
  expect(body).toMatchObject({ cost: { adjustments: [], amount: '189.99', paid: '189.99' } })
  const answer = await customer.call(pdf, { params: { id: jobId } })
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf' })
  const { number } = body as Receipt
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="receipt-${number}.pdf"`)
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const text = textOfPdf(answer.bytes)
  for (const part of [
    number,
    '$189.99',
    'Visa ending in 1111',
    'Fivequart',
    'Łabędź part 59',
    'Nguyễn Łukasz',
  ])
    expect(text).toContain(part)
  expect(answer.bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1)
})

test('a visit with a waived price shows that nothing was due', async () => {
  const jobId = await bookVisit(customer)
  const params = { id: jobId }
  const waived = await admin.call('PATCH /api/payments/{jobId}/adjust', {
    params: { jobId },
    body: { amount: '0.00', reason: 'customer_complaint' },
  })
  expect(waived.status).toBe(200)
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  const text = textOfPdf((await customer.call(pdf, { params })).bytes)
  expect(text).toContain('Nothing to pay')
  expect(text).not.toMatch(/\bPaid\b/)
  const { body: due } = await customer.call('GET /api/payments/due/{jobId}', { params: { jobId } })
  expect(due.amount).toBe('0.00')
})

test("the business's logo replaces our mark, and the name stays readable", async () => {
  const jobId = await bookVisit(customer)
  await processPayment(customer, { jobId })
  await changeAndSettle(jobId, { status: 'completed', completedAt: now() })
  const print = async () => (await customer.call(pdf, { params: { id: jobId } })).bytes
  expect((await print()).includes('/Subtype /Image')).toBe(false)
  for (const height of [100, 240]) {
    const bytes = await twoColors(300, height).png().toBuffer()
    const headers = { 'content-type': 'image/png' }
    const { body: logo } = await admin.call('POST /api/admin/logo', { bytes, headers })
    await admin.call('PUT /api/admin/settings', { body: { logo } })
    const printed = await print()
    expect(printed.includes('/Subtype /Image')).toBe(true)
    expect(textOfPdf(printed)).toContain(currentSettings().brandName)
  }
})
