import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { now, travelBack, travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { products } from '#server/database/tables/catalog.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { makeAddon } from '#server/database/test-factories.ts'
import { customerWithCar, monday } from '#server/features/booking/test-customer.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { giveParts } from './test-parts.ts'

type ProductRow = Awaited<ReturnType<typeof makeAddon>>

const app = useTestApp({ at: monday })
let customer: Awaited<ReturnType<typeof customerWithCar>>
let admin: TestPerson
let technician: TestPerson
let planned: Awaited<ReturnType<typeof giveParts>>
let otherOil: ProductRow
let params: { id: string }
beforeEach(async () => {
  customer = await customerWithCar(app)
  admin = await app.as('admin')
  technician = await app.as('technician')
  planned = await giveParts(customer.oilPackage.id)
  otherOil = await makeAddon({
    name: 'Other 0W-20',
    category: 'oil',
    priceCents: 1200,
    brand: 'Heron',
    viscosity: '0W-20',
    serviceCategory: 'API SQ',
    stockQuantity: 40,
  })
  await db().update(products).set({ stockQuantity: 40 })
  const { body } = await customer.call('POST /api/jobs', { body: customer.form })
  params = { id: body.id }
  const assigned = { params, body: { technicianId: technician.user.id } }
  await admin.call('POST /api/jobs/{id}/assign', assigned)
  await setStatus('in_progress')
})
afterEach(travelBack)

async function setStatus(status: string): Promise<void> {
  const call = 'PATCH /api/jobs/{id}/status'
  expect((await technician.call(call, { params, body: { status } })).status).toBe(200)
}
const use = (usedProducts: readonly string[], at?: Date) =>
  technician.call('PUT /api/jobs/{id}/measurements', {
    params,
    body: { usedProducts },
    ...(at && { headers: { 'x-happened-at': at.toISOString() } }),
  })
const stored = async () =>
  (await db().select().from(jobs).where(eq(jobs.id, params.id)))[0]?.usedProducts
const lines = async () => (await admin.call('GET /api/jobs/{id}/lines', { params })).body
const stockOf = async ({ id }: ProductRow) =>
  (await db().select().from(products).where(eq(products.id, id)))[0]?.stockQuantity

test('the technician chooses among products of the same category, and sees the choice', async () => {
  const shown = await technician.call('GET /api/jobs/{id}', { params })
  const name = ({ id, name }: ProductRow) => ({ id, name })
  const oil = {
    category: 'oil',
    plannedId: planned.oil.id,
    usedId: planned.oil.id,
    choices: [name(planned.oil), name(otherOil)],
  }
  // Of filters there is only one.
  expect(shown.body.productChoices).toEqual([oil])
  const { body } = await use([otherOil.id])
  expect(body.productChoices).toEqual([{ ...oil, usedId: otherOil.id }])
  expect(
    (await customer.call('GET /api/jobs/{id}', { params })).body.productChoices,
  ).toBeUndefined()
  const { body: history } = await admin.call('GET /api/jobs/{id}/history', { params })
  expect(JSON.stringify(history)).toContain('Used: Other 0W-20')
})

test('what was used replaces the planned product: on lines, receipt and stock, at the same price', async () => {
  const receiptProfile = { state: 'NY', since: '2020-01-01T00:00:00.000Z' }
  const before = await lines()
  expect((await admin.call('PUT /api/admin/settings', { body: { receiptProfile } })).status).toBe(
    200,
  )
  await use([otherOil.id, planned.filter.id])
  await setStatus('completed')
  const after = await lines()
  const amounts = (all: { amount: string; taxable: boolean }[]) =>
    all.map(({ amount, taxable }) => [amount, taxable])
  expect(amounts(after)).toEqual(amounts(before))
  expect(after[0]).toMatchObject({
    description: 'Other 0W-20',
    product: { brand: 'Heron', viscosity: '0W-20', serviceCategory: 'API SQ' },
  })
  const { body: receipt } = await customer.call('GET /api/jobs/{id}/receipt', { params })
  expect(receipt.cost.amount).toBe('129.99')
  expect(receipt.profile.parts.map(({ name }: { name: string }) => name)).toEqual([
    'Other 0W-20',
    'Oil filter',
  ])
  const quarts = before[0].quantity
  expect(await stockOf(otherOil)).toBe(40 - Math.ceil(quarts))
  expect(await stockOf(planned.oil)).toBe(40)
  expect(await stockOf(planned.filter)).toBe(39)
})

test('a choice is taken back by choosing the planned product', async () => {
  await use([otherOil.id])
  await use([planned.oil.id])
  await setStatus('completed')
  expect((await lines())[0]).toMatchObject({ description: 'Full 5W-30' })
  expect(await stockOf(otherOil)).toBe(40)
})

test('a product of another category, two of one, and a deleted one are refused', async () => {
  const wax = await makeAddon({ name: 'Wax', category: 'service' })
  const wrong = [[wax.id], [otherOil.id, planned.oil.id], [planned.filter.id, wax.id]]
  for (const ids of wrong) {
    const { status, body } = await use(ids)
    expect([status, body.message]).toEqual([
      400,
      'Please choose an oil or a filter in place of the planned one.',
    ])
  }
  const gone = await makeAddon({ name: 'Gone', category: 'oil' })
  const remove = (id: string) => admin.call('DELETE /api/admin/products/{id}', { params: { id } })
  expect((await remove(gone.id)).status).toBe(200)
  const refused = await use([gone.id])
  expect([refused.status, refused.body.details]).toEqual([409, { reason: 'product' }])
  expect(refused.body.message).toMatch(/no longer in the catalog/)
  const off = await makeAddon({ name: 'Off', category: 'oil', isActive: false })
  expect((await use([off.id])).status).toBe(409)
  expect(await stored()).toEqual([])
})

test('a product in use on an open visit is taken off sale instead of deleted, and stays the one used', async () => {
  await use([otherOil.id])
  await admin.call('DELETE /api/admin/products/{id}', { params: { id: otherOil.id } })
  expect((await db().select().from(products).where(eq(products.id, otherOil.id)))[0]).toMatchObject(
    { isActive: false },
  )
  expect((await use([otherOil.id])).status).toBe(200)
  await setStatus('completed')
  expect((await lines())[0]).toMatchObject({ description: 'Other 0W-20' })
})

test('of two choices the later one counts, in whichever order they arrive', async () => {
  const start = now().getTime()
  travelTo(new Date(start + 3 * 3_600_000))
  await use([planned.oil.id], new Date(start + 2 * 3_600_000))
  expect((await use([otherOil.id], new Date(start + 3_600_000))).status).toBe(200)
  expect(await stored()).toEqual([planned.oil.id])
})

test('nothing changes once the visit is completed', async () => {
  await setStatus('completed')
  expect((await use([otherOil.id])).status).toBe(409)
  expect(await stored()).toEqual([])
})
