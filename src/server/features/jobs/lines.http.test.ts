import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { products } from '#server/database/tables/catalog.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { makeAddon, makeJob } from '#server/database/test-factories.ts'
import { customerWithCar, monday, tuesday } from '#server/features/booking/test-customer.ts'
import { ledgerOf, preAuthorize } from '#server/features/payments/test-visits.ts'
import { makeSpot } from '#server/features/service-area/test-spots.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { runDueTasks } from '#server/queue/run-due-tasks.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { textOfPdf } from '#server/features/receipts/test-pdf.ts'
import type { JobLine } from '#shared/contract/lines.ts'
import { giveParts } from './test-parts.ts'

const app = useTestApp({ at: monday })
const rate = { salesTaxEnabled: true, salesTaxRateBp: 825 }
let customer: Awaited<ReturnType<typeof customerWithCar>>
let admin: TestPerson
let technician: TestPerson
/** A package of five quarts at $7.00, a filter at $10.00, and labor. */
beforeEach(async () => {
  customer = await customerWithCar(app)
  admin = await app.as('admin')
  technician = await app.as('technician')
  await db().update(vehicles).set({ oilCapacity: 5 }).where(eq(vehicles.id, customer.car.id))
  await giveParts(customer.oilPackage.id)
})

async function book(wanted: object = {}): Promise<string> {
  const answer = await customer.call('POST /api/jobs', { body: { ...customer.form, ...wanted } })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
  return answer.body.id
}
const at = (id: string) => ({ params: { id } })
const linesOf = async (id: string, who: TestPerson = customer): Promise<JobLine[]> =>
  (await who.call('GET /api/jobs/{id}/lines', at(id))).body
const read = async (id: string) => (await admin.call('GET /api/jobs/{id}', at(id))).body
const amounts = async (id: string) =>
  (await linesOf(id)).map(({ kind, quantity, amount }) => [kind, quantity, amount])

/** Checks that lines sum to the cost before tax, adjustments and refunds, and those to the amount. */
async function assertSums(id: string): Promise<void> {
  const sum = (all: readonly { amount: string }[]) =>
    all.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0)
  const { cost, finalAmount } = await read(id)
  expect(sum(await linesOf(id))).toBe(sum([{ amount: cost.lines }]))
  expect(sum([{ amount: cost.lines }, ...cost.adjustments])).toBe(sum([{ amount: finalAmount }]))
}

async function start(id: string): Promise<void> {
  await admin.call('POST /api/jobs/{id}/assign', {
    ...at(id),
    body: { technicianId: technician.user.id },
  })
  await setStatus(id, 'in_progress')
}
async function setStatus(id: string, status: string): Promise<void> {
  const answer = await technician.call('PATCH /api/jobs/{id}/status', {
    ...at(id),
    body: { status },
  })
  expect([answer.status, answer.body]).toMatchObject([200, {}])
}

test('a package is its parts and labor, with what a receipt says of them', async () => {
  const id = await book()
  expect(await linesOf(id)).toMatchObject([
    {
      kind: 'part',
      description: 'Full 5W-30',
      quantity: 5,
      unitPrice: '7.00',
      amount: '35.00',
      product: { brand: 'Kestrel', viscosity: '5W-30', serviceCategory: 'API SP' },
    },
    { kind: 'part', quantity: 1, amount: '10.00', product: { partNumber: 'KF-7317' } },
    { kind: 'labor', description: customer.oilPackage.name, quantity: 1, amount: '84.99' },
  ])
  await assertSums(id)
  // A product that changes later does not change what was booked.
  await db().update(products).set({ priceCents: 9900, brand: 'Other' })
  expect((await linesOf(id))[0]).toMatchObject({ amount: '35.00', product: { brand: 'Kestrel' } })
})

test.each([
  ['everything', '140.71', '10.72'],
  ['parts', '133.70', '3.71'],
  ['none', '129.99', undefined],
] as const)(
  'with sales tax on %s it costs %s, from booking to ledger',
  async (taxMode, cost, tax) => {
    await changeSettings({ ...rate, taxMode })
    const offered = (await customer.call('GET /api/service-packages')).body[0]
    expect(offered.parts?.length).toBe(taxMode === 'parts' ? 2 : undefined)
    const id = await book({ seenPrice: cost })
    const before = await read(id)
    expect([before.finalAmount, before.cost.salesTax?.amount]).toEqual([cost, tax])
    await assertSums(id)
    await preAuthorize(customer, { jobId: id, cents: Math.round(Number(cost) * 100) })
    await start(id)
    await setStatus(id, 'completed')
    await runDueTasks()
    const { cost: after } = await read(id)
    expect([after.amount, after.paid, after.salesTax?.amount]).toEqual([cost, cost, tax])
    const taxCents = Math.round(Number(tax ?? 0) * 100)
    expect(await ledgerOf(id)).toMatchObject({ revenue: -12_999 })
    if (tax) expect(await ledgerOf(id)).toMatchObject({ tax_payable: -taxCents })
    const { bytes } = await customer.call('GET /api/jobs/{id}/receipt.pdf', at(id))
    expect(textOfPdf(bytes).includes(`$${tax}`)).toBe(tax !== undefined)
    await assertSums(id)
  },
)

test('a core spot has its own', async () => {
  await changeSettings({ ...rate, taxMode: 'everything' })
  await makeSpot({ taxMode: 'parts' })
  const id = await book()
  expect((await read(id)).finalAmount).toBe('133.70')
})

test('an engine that needs more oil gets more parts at the same price', async () => {
  await db().update(vehicles).set({ oilCapacity: 7.5 }).where(eq(vehicles.id, customer.car.id))
  expect(await amounts(await book())).toEqual([
    ['part', 7.5, '52.50'],
    ['part', 1, '10.00'],
    ['labor', 1, '67.49'],
  ])
})

test('completion replaces planned quarts with those poured, and the price stays', async () => {
  await changeSettings({ ...rate, taxMode: 'parts' })
  const id = await book()
  await start(id)
  await db().update(products).set({ priceCents: 9900 })
  await technician.call('PUT /api/jobs/{id}/measurements', {
    ...at(id),
    body: { filledQuarts: 4.5 },
  })
  await setStatus(id, 'completed')
  expect(await amounts(id)).toEqual([
    ['part', 4.5, '31.50'],
    ['part', 1, '10.00'],
    ['labor', 1, '88.49'],
  ])
  const { finalAmount, totalAmount } = await read(id)
  expect([totalAmount, finalAmount]).toEqual(['129.99', '133.41'])
  const [job] = await db().select().from(jobs).where(eq(jobs.id, id))
  expect(job?.taxableCents).toBe(4150)
  await assertSums(id)
})

test('quarts charged as an extra are not in the package too', async () => {
  await db().update(vehicles).set({ oilCapacity: 7 }).where(eq(vehicles.id, customer.car.id))
  const id = await book()
  await start(id)
  const { body: job } = await technician.call('GET /api/jobs/{id}', at(id))
  await admin.call('POST /api/jobs/{id}/extras', {
    ...at(id),
    body: {
      serviceType: `oil_quart_${job.oilType}`,
      description: 'Two quarts more',
      unitPrice: 9,
      quantity: 2,
    },
  })
  await setStatus(id, 'completed')
  expect(await amounts(id)).toEqual([
    ['part', 5, '35.00'],
    ['part', 1, '10.00'],
    ['labor', 1, '84.99'],
    ['part', 2, '18.00'],
  ])
})

test('add-ons, extras, discounts, codes and fees are lines, not adjustments', async () => {
  await changeSettings({ cancelFeeCents: 2500, cancelFeeWithinHours: 100 })
  const wax = await makeAddon({ name: 'Wax', category: 'service', priceCents: 1500 })
  const id = await book({ addons: [wax.id] })
  await assertSums(id)
  await admin.call('PATCH /api/jobs/{id}', { ...at(id), body: { discount: '20', reason: 'Wait' } })
  const kinds = async () => (await linesOf(id)).map(({ kind, description }) => [kind, description])
  expect((await kinds()).slice(3)).toEqual([
    ['labor', 'Wax'],
    ['discount', 'Wait'],
  ])
  expect((await read(id)).cost.adjustments).toEqual([])
  await assertSums(id)
  const fee = await admin.call('POST /api/jobs/{id}/cancel', {
    ...at(id),
    body: { reason: 'Late', fee: '25' },
  })
  expect(fee.status).toBe(200)
  expect((await kinds()).slice(4)).toEqual([
    ['discount', 'Wait'],
    ['fee', 'Cancellation fee'],
  ])
  expect((await read(id)).cost.adjustments.map(({ kind }: { kind: string }) => kind)).toEqual([
    'cancelled',
  ])
  await assertSums(id)
})

test('a visit booked before lines existed has its package as one line at the same price', async () => {
  const old = await makeJob({ customerId: customer.user.id, packageCents: 9999, taxRateBp: 825 })
  await db().update(jobs).set({ taxableCents: 9999 }).where(eq(jobs.id, old.id))
  expect(await linesOf(old.id)).toMatchObject([{ kind: 'labor', amount: '99.99', taxable: true }])
  await assertSums(old.id)
})

test('lines are only for those who may see the visit, and technicians read no reasons before their day', async () => {
  const id = await book()
  for (const person of [app, await app.as('customer'), technician])
    expect([401, 404]).toContain((await person.call('GET /api/jobs/{id}/lines', at(id))).status)
  expect((await admin.call('GET /api/jobs/{id}/lines', at(id))).status).toBe(200)
})

test('saving a package whose parts cost more than it is refused', async () => {
  const params = { id: customer.oilPackage.id }
  const change = (body: object) =>
    admin.call('PATCH /api/admin/service-packages/{id}', { params, body })
  const refused = await change({ basePrice: 44.99 })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'The parts alone cost $45.00, more than the package. Please raise its price, or take fewer parts.',
  ])
  expect((await change({ basePrice: 45 })).status).toBe(200)
  expect(await amounts(await book({ scheduledDate: tuesday }))).toEqual([
    ['part', 5, '35.00'],
    ['part', 1, '10.00'],
  ])
  expect(await db().$count(jobLines)).toBe(2)
})
