import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import {
  makeAddon,
  makeJob,
  makePackage,
  makeUser,
  makeVehicle,
  type PackageRow,
  addonLineOf,
} from '#server/database/test-factories.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { packageProducts, products } from '#server/database/tables/catalog.ts'
import { stockMovements } from '#server/database/tables/stock-movements.ts'
import { notificationsShownTo, type TestPerson, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()
type ProductRow = typeof products.$inferSelect
let technician: TestPerson
let oil: ProductRow
let filter: ProductRow
let offer: PackageRow
beforeEach(async () => {
  technician = await app.as('technician')
  oil = await makeAddon({
    category: 'oil',
    stockQuantity: 40,
    extraType: 'oil_quart_full_synthetic',
  })
  filter = await makeAddon({ category: 'filter', stockQuantity: 12, name: 'Filter' })
  offer = await makePackage()
  await db()
    .insert(packageProducts)
    .values([
      { packageId: offer.id, productId: oil.id, perQuart: true },
      { packageId: offer.id, productId: filter.id },
    ])
})

async function makeVisit(oilCapacity: number | null = 4.4, who = technician) {
  const { id: customerId } = await makeUser()
  const { id: vehicleId } = await makeVehicle(customerId, { oilCapacity })
  return makeJob({
    customerId,
    vehicleId,
    servicePackageId: offer.id,
    status: 'in_progress',
    technicianId: who.user.id,
  })
}

const complete = (id: string, headers = {}, who = technician) =>
  who.call('PATCH /api/jobs/{id}/status', {
    params: { id },
    body: { status: 'completed' },
    headers,
  })
const stock = async ({ id }: ProductRow) => {
  const [row] = await db().select().from(products).where(eq(products.id, id))
  return row?.stockQuantity
}

test("a completed visit uses its engine's oil and a filter, once", async () => {
  const job = await makeVisit()
  const key = { 'idempotency-key': 'done' }
  const answers = [await complete(job.id, key), await complete(job.id, key), await complete(job.id)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 409])
  // An opened quart is not put back.
  expect([await stock(oil), await stock(filter)]).toEqual([35, 11])
  const taken = await db().select().from(stockMovements)
  expect(
    taken
      .map(({ jobId, quantity }) => [jobId, quantity])
      .toSorted((a, b) => Number(b[1]) - Number(a[1])),
  ).toEqual([
    [job.id, -1],
    [job.id, -5],
  ])
  const admin = await app.as('admin')
  const { body } = await admin.call('GET /api/admin/products/{id}/stock', {
    params: { id: oil.id },
  })
  expect(body).toMatchObject([{ quantity: -5, stockAfter: 35, job: { id: job.id } }])
})

test("the technician's measurement counts, and unknown engines use the included quarts", async () => {
  const measured = await makeVisit(4.4)
  await db().update(jobs).set({ filledQuarts: 6.1 }).where(eq(jobs.id, measured.id))
  await complete(measured.id)
  expect(await stock(oil)).toBe(33)
  await complete((await makeVisit(null)).id)
  expect(await stock(oil)).toBe(28)
})

test('extras and add-ons use their products, and a charged quart is not counted twice', async () => {
  const air = await makeAddon({ stockQuantity: 20, extraType: 'air_filter' })
  const addon = await makeAddon({ stockQuantity: 20 })
  const service = await makeAddon({ category: 'service' })
  const job = await makeVisit(4.4)
  for (const one of [addon, service])
    await db()
      .insert(jobLines)
      .values(addonLineOf(job.id, one, 100))
  const params = { id: job.id }
  const extra = (serviceType: string, quantity: number) => ({
    params,
    body: { serviceType, description: 'x', unitPrice: 1, quantity },
  })
  await technician.call('POST /api/jobs/{id}/extras', extra('oil_quart_full_synthetic', 2))
  await technician.call('POST /api/jobs/{id}/extras', extra('air_filter', 1))
  await complete(job.id)
  expect([await stock(oil), await stock(addon), await stock(air), await stock(service)]).toEqual([
    33, 19, 19, 0,
  ])
  // Charges the office adds afterwards use stock too.
  const admin = await app.as('admin')
  const billed = await admin.call('POST /api/jobs/{id}/extras', extra('air_filter', 2))
  expect(billed.status).toBe(201)
  expect(await stock(air)).toBe(17)
})

test('a visit not done or cancelled uses nothing', async () => {
  const job = await makeVisit()
  const body = { reason: 'no_access', note: '' }
  await technician.call('POST /api/jobs/{id}/not-done', { params: { id: job.id }, body })
  const cancelled = await makeVisit()
  const admin = await app.as('admin')
  const answer = await admin.call('POST /api/jobs/{id}/cancel', {
    params: { id: cancelled.id },
    body: { reason: 'Rain' },
  })
  expect(answer.status).toBe(200)
  expect([await stock(oil), await db().$count(stockMovements)]).toEqual([40, 0])
})

test('concurrently completed visits are all counted, below zero if necessary', async () => {
  const crew = await Promise.all(Array.from({ length: 6 }, () => app.as('technician')))
  const visits = []
  for (const who of crew) visits.push({ who, job: await makeVisit(7.5, who) })
  const answers = await Promise.all(visits.map(({ who, job }) => complete(job.id, {}, who)))
  expect(answers.map(({ status }) => status)).toEqual(crew.map(() => 200))
  expect([await stock(oil), await stock(filter)]).toEqual([-8, 6])
  const admin = await app.as('admin')
  const { body } = await admin.call('GET /api/admin/products', { query: { state: 'low' } })
  expect(body).toMatchObject([
    { stockQuantity: -8, inStock: false, isLow: true },
    { stockQuantity: 6 },
  ])
})

test('the office is notified once when something runs low', async () => {
  const { user } = await app.as('admin')
  await complete((await makeVisit()).id)
  const told = async () =>
    (await notificationsShownTo(user)).filter(({ title }) => title.startsWith('Low stock'))
  expect(await told()).toEqual([])
  await complete((await makeVisit()).id)
  expect(await told()).toMatchObject([{ title: 'Low stock: Filter', message: '10 left' }])
  await complete((await makeVisit()).id)
  expect(await told()).toHaveLength(1)
})

test('the office sees the stock of a visit completed a moment ago', async () => {
  const admin = await app.as('admin')
  const job = await makeVisit()
  await complete(job.id)
  const { body } = await admin.call('GET /api/admin/products/{id}', { params: { id: oil.id } })
  expect(body).toMatchObject({ visits: 1, stockQuantity: 35 })
})

test('stock that no one has counted is not low, until it is counted', async () => {
  const admin = await app.as('admin')
  await db().update(products).set({ stockQuantity: 0 })
  const shown = async () => {
    const { body } = await admin.call('GET /api/admin/products', { query: { search: 'Filter' } })
    return body[0]
  }
  const low = async () =>
    (await admin.call('GET /api/admin/products', { query: { state: 'low' } })).body.length
  expect(await shown()).toMatchObject({ isCounted: false, isLow: false })
  await complete((await makeVisit()).id)
  expect(await shown()).toMatchObject({ stockQuantity: -1, isCounted: false, isLow: false })
  expect(await low()).toBe(0)
  expect((await admin.call('GET /api/admin/attention')).body).not.toContainEqual(
    expect.objectContaining({ kind: 'low_stock' }),
  )
  const count = (stockQuantity: number) =>
    admin.call('POST /api/admin/products/{id}/stock', {
      params: { id: filter.id },
      body: { stockQuantity, reason: 'Counted' },
    })
  expect((await count(0)).status).toBe(200)
  expect(await shown()).toMatchObject({ stockQuantity: 0, isCounted: true, isLow: true })
  expect(await low()).toBe(1)
})

test('the first count of an empty shelf counts it', async () => {
  const admin = await app.as('admin')
  await db().update(products).set({ stockQuantity: 0 })
  const count = () =>
    admin.call('POST /api/admin/products/{id}/stock', {
      params: { id: filter.id },
      body: { stockQuantity: 0, reason: 'Counted' },
    })
  expect((await count()).body).toMatchObject({ isCounted: true, isLow: true })
  await count()
  expect(await db().select().from(stockMovements)).toHaveLength(1)
})
