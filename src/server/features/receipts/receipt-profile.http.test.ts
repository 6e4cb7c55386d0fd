import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { type JobRow, makeAddon, makeJob, makePackage } from '#server/database/test-factories.ts'
import { packageProducts, products } from '#server/database/tables/catalog.ts'
import { jobReceipts } from '#server/database/tables/job-receipts.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { orchestratePayment } from '#server/features/payments/actions/orchestrate-payment.ts'
import { mailsTo } from '#server/features/payments/test-visits.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { textOfPdf } from './test-pdf.ts'

const app = useTestApp()
let customer: TestPerson
let technician: TestPerson
let admin: TestPerson
let packageId: string
let oilId: string
beforeEach(async () => {
  customer = await app.as('customer')
  technician = await app.as('technician')
  admin = await app.as('admin')
  const offer = await makePackage({ oilType: 'full_synthetic', isActive: true })
  packageId = offer.id
  const oil = await makeAddon({ category: 'oil', name: 'House oil, quart', stockQuantity: 9 })
  oilId = oil.id
  const filter = await makeAddon({
    category: 'filter',
    name: 'Spin-on filter',
    partNumber: 'PH7317',
    stockQuantity: 9,
  })
  await db()
    .insert(packageProducts)
    .values([
      { packageId, productId: oilId, perQuart: true },
      { packageId, productId: filter.id },
    ])
})
afterEach(travelBack)

const settings = 'PUT /api/admin/settings'
const status = 'PATCH /api/jobs/{id}/status'
const since = '2020-01-01T00:00:00.000Z'

const nameOil = () =>
  db()
    .update(products)
    .set({ brand: 'Mobil 1', viscosity: '5W-30', serviceCategory: 'API SP' })
    .where(eq(products.id, oilId))

async function follow(state: string, words = {}) {
  await nameOil()
  const answer = await admin.call(settings, {
    body: {
      receiptProfile: { state, since },
      receiptRegistration: 'ARD00298765',
      receiptWarranty: 'Twelve months or 12,000 miles.',
      receiptNextService: 'Sooner if you tow.',
      ...words,
    },
  })
  expect(answer.status).toBe(200)
}

const startedVisit = (facts: Partial<JobRow> = {}) =>
  makeJob({
    customerId: customer.user.id,
    technicianId: technician.user.id,
    servicePackageId: packageId,
    status: 'in_progress',
    ...facts,
  })

const complete = (
  job: JobRow,
  { body = {}, at }: { body?: object; at?: Date } = {},
  person = technician,
) =>
  person.call(status, {
    params: { id: job.id },
    body: { status: 'completed', ...body },
    ...(at && { headers: { 'x-happened-at': at.toISOString() } }),
  })

const receiptOf = async (job: JobRow): Promise<Receipt> =>
  (await customer.call('GET /api/jobs/{id}/receipt', { params: { id: job.id } })).body
const paperOf = async (job: JobRow) =>
  textOfPdf(
    (await customer.call('GET /api/jobs/{id}/receipt.pdf', { params: { id: job.id } })).bytes,
  )

test('in California completing without tire pressures needs a reason', async () => {
  await follow('CA')
  const job = await startedVisit()
  const shown = await technician.call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(shown.body).toMatchObject({ receipt: { needsTires: true }, tires: null })
  const refused = await complete(job)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    message: 'Please enter the four tire pressures, or why they were not measured.',
    details: { reason: 'tires' },
  })
  expect(await db().select().from(jobReceipts)).toEqual([])
  await technician.call('PUT /api/jobs/{id}/measurements', {
    params: { id: job.id },
    body: { tires: { declined: 'customer' } },
  })
  expect((await complete(job)).status).toBe(200)
  expect((await receiptOf(job)).profile?.tires).toEqual({ declined: 'customer' })
  expect(await paperOf(job)).toContain('Not measured: The customer declined')
})

test('a completion can be sent again with pressures its phone did not know were needed', async () => {
  await follow('CA')
  const job = await startedVisit()
  const tires = { psi: [35, 35.5, 33, 0] }
  travelTo(new Date(now().getTime() + 2 * 3_600_000))
  const answer = await complete(job, { body: { tires }, at: new Date(now().getTime() - 3_600_000) })
  expect([answer.status, answer.body.tires]).toEqual([200, tires])
  expect(await paperOf(job)).toContain(
    'Front left 35, Front right 35.5, Rear left 33, Rear right 0',
  )
})

test('the office completes with them too', async () => {
  await follow('CA')
  const job = await startedVisit()
  expect((await complete(job, {}, admin)).status).toBe(409)
  const body = { tires: { declined: 'unsafe' } }
  expect((await complete(job, { body }, admin)).status).toBe(200)
})

test('work done before a profile was switched on needs none of its facts', async () => {
  const job = await startedVisit()
  await follow('CA')
  const late = await complete(job, { at: new Date(now().getTime() - 3_600_000) })
  expect(late.status).toBe(200)
  expect((await receiptOf(job)).profile).toBeNull()
})

test.each([
  { psi: [35, 35, 33] },
  { psi: [35, 35, 33, 33, 33] },
  { psi: [35, 35, 33, -1] },
  { psi: [35, 35, 33, 151] },
  { psi: [35, 35, 33, '33'] },
  { psi: [35, 35, 33, 33], declined: 'customer' },
  { declined: 'because' },
  {},
])('bad tires are refused: %j', async (tires) => {
  const job = await startedVisit()
  const body = { tires } as never
  const answer = await technician.call('PUT /api/jobs/{id}/measurements', {
    params: { id: job.id },
    body,
  })
  expect(answer.status).toBe(400)
  expect((await complete(job, { body: { tires } })).status).toBe(400)
  const { body: after } = await admin.call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(after).toMatchObject({ status: 'in_progress', tires: null })
})

test('a receipt names brand, viscosity, category and part numbers, on paper and on the invoice', async () => {
  await follow('CA')
  const job = await startedVisit()
  await db()
    .update(vehicles)
    .set({ vin: '4T1B11HK5JU000001' })
    .where(eq(vehicles.id, job.vehicleId))
  await technician.call('PUT /api/jobs/{id}/measurements', {
    params: { id: job.id },
    body: { odometerMiles: 45_210, filledQuarts: 4.5, tires: { psi: [35, 35, 33, 33] } },
  })
  expect((await complete(job)).status).toBe(200)
  const { profile, lines } = await receiptOf(job)
  const subtotals = { parts: '68.75', labor: '61.24' }
  expect(lines.map(({ amount }) => amount)).toEqual(['129.99'])
  expect(profile).toMatchObject({
    subtotals,
    registrationNumber: 'ARD00298765',
    technician: technician.user.firstName,
    vin: '4T1B11HK5JU000001',
    parts: [
      { name: 'House oil, quart', brand: 'Mobil 1', viscosity: '5W-30', serviceCategory: 'API SP' },
      { name: 'Spin-on filter', partNumber: 'PH7317', condition: 'new' },
    ],
    tires: { psi: [35, 35, 33, 33] },
    warranty: 'Twelve months or 12,000 miles.',
    nextService: { miles: 52_710, words: 'Sooner if you tow.' },
  })
  const [mail] = await mailsTo(customer)
  const paper = await paperOf(job)
  for (const { label, value } of [
    { label: 'Parts', value: '$68.75' },
    { label: 'Labor', value: '$61.24' },
  ]) {
    expect(mail).toContain(`${label}: ${value}`)
    expect(paper).toMatch(new RegExp(`${label}\\n\\${value}`))
  }
  for (const part of [
    'Mobil 1, 5W-30, API SP, new',
    'part number PH7317',
    'ARD00298765',
    '4T1B11HK5JU000001',
    '45,210 mi',
    '52,710 mi',
    'Sooner if you tow.',
    'Twelve months or 12,000 miles.',
  ]) {
    expect(paper).toContain(part)
    expect(mail).toContain(part)
  }
})

test('the invoice of a visit stands for its receipt, with the same facts and subtotals', async () => {
  await follow('CA')
  const job = await startedVisit({ onInvoice: true })
  const tires = { psi: [35, 35, 33, 33] }
  expect((await complete(job, { body: { tires } })).status).toBe(200)
  await orchestratePayment(job.id)
  const call = 'GET /api/jobs/{id}/invoice.pdf'
  const { status: found, bytes } = await customer.call(call, { params: { id: job.id } })
  expect(found).toBe(200)
  const paper = textOfPdf(bytes)
  for (const part of [
    'Mobil 1, 5W-30, API SP, new',
    'part number PH7317',
    'ARD00298765',
    'Front left 35',
    'Parts\n$75.00',
    'Labor\n$54.99',
  ])
    expect(paper).toContain(part)
})

test('a lump sum stays one, except where the state asks for parts and labor', async () => {
  for (const [state, shown] of [
    ['NY', false],
    ['CA', true],
  ] as const) {
    await follow(state)
    travelTo(new Date(now().getTime() + 60_000))
    const job = await startedVisit({ taxMode: 'none' })
    await complete(job, { body: { tires: { declined: 'customer' } } })
    const { profile } = await receiptOf(job)
    expect([state, profile?.subtotals !== null]).toEqual([state, shown])
    expect((await paperOf(job)).includes('\nLabor\n')).toBe(shown)
  }
})
test('old receipts stay as they were at completion', async () => {
  const before = await startedVisit()
  await complete(before)
  const old = await receiptOf(before)
  expect(old.profile).toBeNull()
  await follow('CA')
  expect(await receiptOf(before)).toEqual(old)
  travelTo(new Date(now().getTime() + 60_000))
  const job = await startedVisit()
  await complete(job, { body: { tires: { declined: 'recent' } } })
  const receipt = await receiptOf(job)
  await admin.call(settings, {
    body: {
      receiptRegistration: 'ARD00000001',
      receiptWarranty: 'None.',
      receiptNextService: '',
    },
  })
  await admin.call(settings, { body: { receiptProfile: null } })
  expect(await receiptOf(job)).toEqual(receipt)
  expect(receipt.profile?.registrationNumber).toBe('ARD00298765')
})

test('a profile is refused while facts are missing, also by undoing', async () => {
  const profile = { receiptProfile: { state: 'CA' } }
  const look = (state: string) => admin.call('GET /api/admin/receipt-profile', { query: { state } })
  const missing = [
    { kind: 'registration' },
    {
      kind: 'product',
      id: oilId,
      name: 'House oil, quart',
      missing: ['brand', 'viscosity', 'serviceCategory'],
    },
  ]
  expect((await look('CA')).body.missing).toEqual(missing)
  const refused = await admin.call(settings, { body: profile })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ details: { reason: 'receipt_facts', missing } })
  expect(refused.body.message).toMatch(/^Receipts cannot follow the rules of California yet: /)
  expect((await look('NV')).body.missing).toEqual(missing.slice(1))
  await follow('CA')
  expect((await look('CA')).body.missing).toEqual([])
  // The number stays while receipts need it.
  const cleared = await admin.call(settings, { body: { receiptRegistration: '' } })
  expect(cleared.status).toBe(409)
  await admin.call(settings, { body: { receiptProfile: null, receiptRegistration: '' } })
  const { body: changes } = await admin.call('GET /api/admin/settings/changes')
  await db().update(products).set({ brand: '' }).where(eq(products.id, oilId))
  const undone = await admin.call('POST /api/admin/settings/changes/{id}/undo', {
    params: { id: changes[0].id },
  })
  expect(undone.status).toBe(409)
  const { body: stored } = await admin.call('GET /api/admin/settings')
  expect(stored.receiptProfile).toBeNull()
})

test('a package without an oil from stock is named', async () => {
  await follow('NV')
  const bare = await makePackage({ name: 'Bare', isActive: true })
  const { body } = await admin.call('GET /api/admin/receipt-profile', { query: { state: 'NV' } })
  expect(body.missing).toEqual([{ kind: 'package', id: bare.id, name: 'Bare' }])
})

test('a profile applies from when it is switched on, and changing its texts keeps that time', async () => {
  await follow('NV')
  const read = async () => (await admin.call('GET /api/admin/settings')).body.receiptProfile
  const first = await read()
  expect(first.since > since).toBe(true)
  travelTo(new Date(now().getTime() + 60_000))
  await follow('NV', { receiptWarranty: 'None.' })
  expect(await read()).toEqual(first)
  await follow('CA')
  expect((await read()).since > first.since).toBe(true)
})

test('without a profile receipts show none of its facts', async () => {
  const job = await startedVisit()
  const { body } = await technician.call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(body).not.toHaveProperty('receipt')
  expect((await complete(job)).status).toBe(200)
  expect((await receiptOf(job)).profile).toBeNull()
})

test('a sample shows the products of the package, as JSON and PDF', async () => {
  await follow('CA')
  const query = { state: 'CA' }
  const { body } = await admin.call('GET /api/admin/receipt-profile', { query })
  const { parts, labor } = body.sample.profile.subtotals
  expect(Number(parts) + Number(labor)).toBeCloseTo(Number(body.sample.cost.lines), 9)
  expect(Number(parts)).toBeGreaterThan(0)
  expect(body.sample.profile).toMatchObject({
    registrationNumber: 'ARD00298765',
    tires: { psi: [35, 35, 33, 33] },
  })
  const pdf = await admin.call('GET /api/admin/receipt-profile/sample.pdf', { query })
  expect(textOfPdf(pdf.bytes)).toContain('Sample')
  const wrong = await admin.call('GET /api/admin/receipt-profile', { query: { state: 'XX' } })
  expect(wrong.status).toBe(400)
})
