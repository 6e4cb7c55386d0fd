import { beforeEach, expect, test } from 'vitest'
import { makeAddon, makePackage, makeUser } from '#server/database/test-factories.ts'
import { db } from '#server/database/database.ts'
import { packageProducts } from '#server/database/tables/catalog.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { productSorts } from '#shared/contract/products.ts'

const app = useTestApp()
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
})

const form = { name: 'Wiper fluid', category: 'addon', price: '7.50', sku: 'WF-1' }
const add = (body: object = form) => admin.call('POST /api/admin/products', { body })
const listed = async (query: Record<string, string> = {}) => {
  const { body } = await admin.call('GET /api/admin/products', { query })
  return body.map(({ name }: { name: string }) => name)
}
const change = (id: string, body: object, version?: number) =>
  admin.call('PATCH /api/admin/products/{id}', {
    params: { id },
    body,
    ...(version && { headers: { 'if-match': `"${version}"` } }),
  })
const count = (id: string, body: object) =>
  admin.call('POST /api/admin/products/{id}/stock', { params: { id }, body })
const movements = async (id: string) =>
  (await admin.call('GET /api/admin/products/{id}/stock', { params: { id } })).body
const details = async (id: string) =>
  (await admin.call('GET /api/admin/products/{id}', { params: { id } })).body

test('a product is added from the form and offered with a visit', async () => {
  const answer = await add({ ...form, stockQuantity: 12, description: 'Blue', inStock: true })
  expect(answer).toMatchObject({
    status: 201,
    body: {
      name: 'Wiper fluid',
      category: 'addon',
      price: 7.5,
      sku: 'WF-1',
      inStock: true,
      onSale: true,
      stockQuantity: 12,
      isActive: true,
      isLow: false,
    },
  })
  expect((await app.call('GET /api/addon-services')).body).toMatchObject([{ price: '7.50' }])
  expect(await movements(answer.body.id)).toMatchObject([
    { quantity: 12, stockAfter: 12, by: 'Olga Office', job: null },
  ])
  expect((await add({ ...form, sku: 'X', category: undefined })).body.category).toBe('oil')
})

test('what receipts name of a product, and what it costs the business, are stored and in its history', async () => {
  const { body } = await add({
    ...form,
    category: 'oil',
    brand: 'Pennzoil',
    viscosity: '5W-30',
    serviceCategory: 'API SP',
    unitCost: '4.25',
  })
  expect(body).toMatchObject({
    brand: 'Pennzoil',
    viscosity: '5W-30',
    serviceCategory: 'API SP',
    partNumber: '',
    condition: 'new',
    unitCost: 4.25,
  })
  const changed = await change(body.id, { condition: 'remanufactured', unitCost: null })
  expect(changed.body).toMatchObject({
    condition: 'remanufactured',
    unitCost: null,
    brand: 'Pennzoil',
  })
  const [{ changes }] = (await details(body.id)).history
  expect(changes).toMatchObject([
    { field: 'condition', from: 'New', to: 'Remanufactured' },
    { field: 'unitCost', from: '$4.25', to: null },
  ])
  for (const bad of [{ condition: 'broken' }, { unitCost: -1 }, { brand: 'x'.repeat(61) }])
    expect((await change(body.id, bad)).status).toBe(400)
  // Customers never see what it costs.
  expect((await app.call('GET /api/addon-services')).text).not.toContain('4.25')
})

test('a SKU is unique', async () => {
  await add()
  for (const sku of ['WF-1', 'wf-1'])
    expect(await add({ ...form, name: 'Another', sku })).toMatchObject({
      status: 409,
      body: {
        details: { fields: [{ path: 'sku', message: `Another product has the SKU ${sku}.` }] },
      },
    })
})

test.each([
  [{ name: '' }, 'name', 'Please enter a name'],
  [{ sku: '' }, 'sku', 'Please enter a SKU'],
  [{ price: -1 }, 'price', 'Please enter a price from 0.00 to 10,000.00'],
  [{ stockQuantity: -1 }, 'stockQuantity', 'Please enter a whole number, 0 or more'],
  [{ stockQuantity: 1.5 }, 'stockQuantity', 'Please enter a whole number, 0 or more'],
])('%j is refused at its field', async (part, path, message) => {
  const answer = await add({ ...form, ...part })
  expect([answer.status, answer.body.details.fields]).toEqual([400, [{ path, message }]])
})

test('the switch takes it off sale, and without stock it is out of stock', async () => {
  const { body } = await add({ ...form, stockQuantity: 1 })
  expect((await change(body.id, { inStock: false })).body).toMatchObject({
    inStock: false,
    onSale: false,
  })
  expect((await app.call('GET /api/addon-services')).body).toEqual([])
  expect((await change(body.id, { inStock: true, stockQuantity: 0 })).body).toMatchObject({
    inStock: false,
    onSale: true,
    isLow: true,
  })
  const service = await add({ ...form, sku: 'S', category: 'service' })
  expect(service.body).toMatchObject({ inStock: true, isLow: false, stockQuantity: 0 })
})

test("low stock uses its own threshold, else the business's", async () => {
  await changeSettings({ lowStockAt: 5 })
  const one = (await add({ ...form, stockQuantity: 6 })).body
  await add({ ...form, name: 'Many', sku: 'M', stockQuantity: 6, lowStockAt: 6 })
  expect(await listed({ state: 'low' })).toEqual(['Many'])
  const { body: waiting } = await admin.call('GET /api/admin/attention')
  expect(waiting).toContainEqual(
    expect.objectContaining({
      kind: 'low_stock',
      entries: [expect.objectContaining({ name: 'Many' })],
    }),
  )
  await count(one.id, { stockQuantity: 5, reason: 'One was broken' })
  expect(await listed({ state: 'low' })).toEqual(['Many', 'Wiper fluid'])
})

test('a count records reason and previous stock, and is refused if the stock changed since', async () => {
  const { id } = (await add({ ...form, stockQuantity: 6 })).body
  expect((await count(id, { stockQuantity: 4, reason: ' ' })).status).toBe(400)
  const counted = await count(id, { stockQuantity: 4, reason: 'Two leaked', seenStock: 6 })
  expect(counted.body).toMatchObject({ stockQuantity: 4, version: 1 })
  expect(await movements(id)).toMatchObject([
    { quantity: -2, stockAfter: 4, reason: 'Two leaked', by: 'Olga Office' },
    { quantity: 6, stockAfter: 6, reason: '' },
  ])
  const late = await count(id, { stockQuantity: 9, reason: 'New ones', seenStock: 6 })
  expect(late).toMatchObject({
    status: 409,
    body: {
      message: 'The stock has changed from 6 to 4: Olga Office. Please count again.',
      details: {
        reason: 'changed',
        by: 'Olga Office',
        now: { stockQuantity: 4 },
        fields: [{ path: 'stockQuantity' }],
      },
    },
  })
  const form2 = await change(id, { name: 'Fluid', stockQuantity: 6, seenStock: 6 }, 1)
  expect(form2.body).toMatchObject({ name: 'Fluid', stockQuantity: 4 })
})

test('of two concurrent counts of the same stock one is made and one refused', async () => {
  const { id } = (await add({ ...form, stockQuantity: 6 })).body
  const answers = await Promise.all(
    [7, 8].map((stockQuantity) => count(id, { stockQuantity, seenStock: 6, reason: 'Counted' })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('the second of two editors of a product sees who changed what', async () => {
  const { id } = (await add()).body
  await change(id, { price: 8, lowStockAt: 3 }, 1)
  const second = await change(id, { price: 9 }, 1)
  expect(second).toMatchObject({
    status: 409,
    body: {
      message:
        'Olga Office has changed this in the meantime: Price: $7.50 → $8.00, Low stock at. Please check it again.',
      details: { by: 'Olga Office', now: { price: 8, lowStockAt: 3, version: 2 } },
    },
  })
  expect((await details(id)).history).toHaveLength(2)
})

test('deleting one in use takes it off sale, and it can be brought back', async () => {
  const { id } = (await add()).body
  const filter = await makeAddon({ category: 'filter', name: 'Filter' })
  const offer = await makePackage({ name: 'Plain' })
  await db().insert(packageProducts).values({ packageId: offer.id, productId: filter.id })
  expect(await details(filter.id)).toMatchObject({ packages: ['Plain'], visits: 0 })
  const remove = (gone: string) =>
    admin.call('DELETE /api/admin/products/{id}', { params: { id: gone } })
  expect((await remove(id)).body).toEqual({ success: true, deleted: true })
  expect((await remove(filter.id)).body).toEqual({ success: true, deleted: false })
  expect(await listed({ state: 'inactive' })).toEqual(['Filter'])
  await change(filter.id, { isActive: true })
  expect(await listed({ state: 'inactive' })).toEqual([])
})

test('the list is searched and sorted by each column both ways, page by page', async () => {
  await makeAddon({ name: 'Ágnes oil', category: 'oil', sku: 'Z', priceCents: 5, stockQuantity: 3 })
  await makeAddon({ name: 'anna oil', category: 'oil', sku: 'b', priceCents: 5, stockQuantity: -3 })
  await makeAddon({ name: 'Battery test', category: 'service', sku: 'A', priceCents: 900 })
  await makeAddon({ name: 'Old', isActive: false, sku: 'c', priceCents: 20 })
  expect(await listed()).toEqual(['Ágnes oil', 'anna oil', 'Battery test', 'Old'])
  expect(await listed({ search: 'OIL ann' })).toEqual(['anna oil'])
  expect(await listed({ sort: 'stock' })).toEqual(['anna oil', 'Old', 'Ágnes oil', 'Battery test'])
  for (const sort of productSorts.flatMap((field) => [field, `-${field}`])) {
    const all = await listed({ sort })
    const pages = []
    let cursor: string | undefined
    do {
      const query = { sort, limit: '1', ...(cursor && { cursor }) }
      const answer = await admin.call('GET /api/admin/products', { query })
      pages.push(...answer.body.map(({ name }: { name: string }) => name))
      cursor = answer.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    expect([sort, pages]).toEqual([sort, all])
  }
})

test('the ETag covers the stock, so an outdated screen overwrites nothing', async () => {
  const { body: product, headers } = await add({ ...form, stockQuantity: 4 })
  const params = { id: product.id }
  await admin.call('POST /api/admin/products/{id}/stock', {
    params,
    body: { stockQuantity: 9, seenStock: 4, reason: 'Delivery' },
  })
  const stale = await admin.call('PATCH /api/admin/products/{id}', {
    params,
    body: { stockQuantity: 5 },
    headers: { 'if-match': headers['etag'] as string },
  })
  expect(stale).toMatchObject({ status: 409, body: { details: { reason: 'changed' } } })
  expect(stale.body.message).toContain('from 4 to 9')
  expect(stale.body.details.now).toMatchObject({ stockQuantity: 9 })
})
