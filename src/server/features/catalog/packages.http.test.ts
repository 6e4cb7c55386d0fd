import { beforeEach, describe, expect, test } from 'vitest'
import { makeAddon, makeJob, makePackage, makeUser } from '#server/database/test-factories.ts'
import { customerWithCar, monday } from '#server/features/booking/test-customer.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ at: monday })
let admin: TestPerson
beforeEach(async () => {
  admin = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
})

const form = {
  name: 'Winter',
  description: 'Thin oil for cold mornings',
  basePrice: 99.5,
  oilType: 'semi-synthetic',
  features: ['Up to 5 quarts', ' ', 'Filter'],
  isActive: true,
}
const add = async (body: object = form) =>
  (await admin.call('POST /api/admin/service-packages', { body })).body
const onSale = async () => (await app.call('GET /api/service-packages')).body
const change = (id: string, body: object, version?: number, who = admin) =>
  who.call('PATCH /api/admin/service-packages/{id}', {
    params: { id },
    body,
    ...(version && { headers: { 'if-match': `"${version}"` } }),
  })
const details = async (id: string) =>
  (await admin.call('GET /api/admin/service-packages/{id}', { params: { id } })).body

test('a package is added from the form and on sale at once', async () => {
  const answer = await admin.call('POST /api/admin/service-packages', { body: form })
  expect(answer).toMatchObject({
    status: 201,
    headers: { etag: '"1"' },
    body: {
      name: 'Winter',
      basePrice: 99.5,
      oilType: 'semi_synthetic',
      features: ['Up to 5 quarts', 'Filter'],
      isActive: true,
      isRecommended: false,
      includedQuarts: 5,
      products: [],
      version: 1,
    },
  })
  expect(await onSale()).toMatchObject([{ id: answer.body.id, name: 'Winter', basePrice: 99.5 }])
  expect((await admin.call('GET /api/admin/service-packages')).body).toEqual([answer.body])
})

test.each([
  [{ name: ' ' }, 'name', 'Please enter a name'],
  [{ basePrice: -1 }, 'basePrice', 'Please enter a price from 0.00 to 10,000.00'],
  [{ basePrice: '9.999' }, 'basePrice', 'Please give at most two decimals, as in 129.99'],
  [{ basePrice: 1.234 }, 'basePrice', 'Please give at most two decimals, as in 129.99'],
  [{ basePrice: 10_000.01 }, 'basePrice', 'Please enter a price from 0.00 to 10,000.00'],
  [{ oilType: 'olive' }, 'oilType', 'Please choose an oil type'],
])('%j is refused at its field', async (part, path, message) => {
  const answer = await admin.call('POST /api/admin/service-packages', {
    body: { ...form, ...part },
  })
  expect([answer.status, answer.body.details.fields]).toEqual([400, [{ path, message }]])
  expect(await onSale()).toEqual([])
})

describe('a price', () => {
  test('applies from the next booking on, is recorded with its author, and may be zero', async () => {
    const { call, form: visit, oilPackage } = await customerWithCar(app)
    const before = await call('POST /api/jobs', { body: visit })
    const params = { id: oilPackage.id }
    const answer = await admin.call('PATCH /api/service-packages/{id}/price', {
      params,
      body: { price: '139.99' },
      headers: { 'if-match': '"1"' },
    })
    expect(answer).toMatchObject({ status: 200, body: { basePrice: 139.99, version: 2 } })
    expect(await onSale()).toMatchObject([{ basePrice: 139.99 }])
    const kept = await call('GET /api/jobs/{id}', { params: { id: before.body.id } })
    expect(kept.body.totalAmount).toBe('129.99')
    expect(await details(oilPackage.id)).toMatchObject({
      visits: 1,
      visitsCapped: false,
      visitsAhead: 1,
      history: [
        {
          by: 'Olga Office',
          changes: [{ field: 'basePrice', label: 'Price', from: '$129.99', to: '$139.99' }],
        },
      ],
    })
    const free = await admin.call('PATCH /api/service-packages/{id}/price', {
      params,
      body: { price: 0 },
    })
    expect(free.body.basePrice).toBe(0)
  })

  test('on screen is the price paid, or nothing is booked', async () => {
    const { call, form: visit, oilPackage } = await customerWithCar(app)
    const addon = await makeAddon({ priceCents: 1250 })
    const book = (seenPrice: unknown) =>
      call('POST /api/bookings', {
        body: {
          visits: [{ ...visitOf(visit), seenPrice, addons: [addon.id] }],
          serviceAddress: visit.serviceAddress,
        },
      })
    const params = { id: oilPackage.id }
    await admin.call('PATCH /api/service-packages/{id}/price', { params, body: { price: 139.99 } })
    const refused = await book('142.49')
    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: 'The price has changed from $142.49 to $152.49. Please check it again.',
        details: { reason: 'price', price: '152.49' },
      },
    })
    const booked = await book(152.49)
    expect([booked.status, booked.body[0].finalAmount]).toEqual([201, '152.49'])
  })

  test('changed during many bookings is the old or the new one for each, as seen', async () => {
    const { call, form: visit, oilPackage } = await customerWithCar(app)
    const params = { id: oilPackage.id }
    const days = ['2026-12-01', '2026-12-02', '2026-12-03']
    const [changed, ...answers] = await Promise.all([
      admin.call('PATCH /api/service-packages/{id}/price', { params, body: { price: 139.99 } }),
      ...days.map((scheduledDate) =>
        call('POST /api/jobs', {
          body: { ...visit, seenPrice: '129.99', scheduledDate },
        }),
      ),
    ])
    expect(changed?.status).toBe(200)
    for (const { status, body } of answers)
      expect([201, 409]).toContain(
        status === 201 && body.totalAmount !== '129.99' ? 'another price' : status,
      )
  })
})

const visitOf = ({ serviceAddress: _address, ...visit }: Record<string, unknown>) => visit

test('the second of two editors of a package sees who changed what, and nothing is lost', async () => {
  const { id } = await add()
  const other = await app.as(await makeUser({ role: 'admin', firstName: 'Ann', lastName: 'Other' }))
  expect((await change(id, { basePrice: 109.5 }, 1)).status).toBe(200)
  const second = await change(id, { ...form, basePrice: 95 }, 1, other)
  expect(second).toMatchObject({
    status: 409,
    body: {
      message:
        'Olga Office has changed this in the meantime: Price: $99.50 → $109.50. Please check it again.',
      details: { reason: 'changed', by: 'Olga Office', now: { basePrice: 109.5, version: 2 } },
    },
  })
  expect((await change(id, { ...form, basePrice: 95 }, 2, other)).body.basePrice).toBe(95)
  // An unchanged save makes no new version.
  expect((await change(id, { ...form, basePrice: 95 }, 3)).body.version).toBe(3)
})

test('of two concurrent changes from one version one is made and one refused', async () => {
  const { id } = await add()
  const answers = await Promise.all([
    change(id, { basePrice: 10 }, 1),
    change(id, { basePrice: 20 }, 1),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('at most one package is recommended', async () => {
  const one = await add({ ...form, isRecommended: true })
  const other = await add({ ...form, name: 'Summer' })
  await change(other.id, { isRecommended: true })
  expect((await onSale()).map((offer: { isRecommended: boolean }) => offer.isRecommended)).toEqual([
    false,
    true,
  ])
  expect((await details(one.id)).history[0].changes).toEqual([
    { field: 'isRecommended', label: 'Recommended', from: 'Yes', to: 'No' },
  ])
})

test('only packages on sale are recommended, and one taken off sale no longer is', async () => {
  const { id } = await add({ ...form, isRecommended: true })
  const hidden = { ...form, name: 'Hidden', isActive: false, isRecommended: true }
  const refused = await admin.call('POST /api/admin/service-packages', { body: hidden })
  expect(refused.status).toBe(400)
  expect(refused.body.details.fields).toEqual([
    { path: 'isRecommended', message: 'Only a package that is on offer can be recommended.' },
  ])
  expect((await onSale())[0]).toMatchObject({ id, isRecommended: true })
  expect((await change(id, { isActive: false })).body).toMatchObject({ isRecommended: false })
  expect((await change(id, { isRecommended: true })).status).toBe(400)
  expect((await change(id, { isActive: true, isRecommended: true })).status).toBe(200)
})

test('no two packages have the same name', async () => {
  await add()
  const other = await add({ ...form, name: 'Summer' })
  for (const refused of [
    await admin.call('POST /api/admin/service-packages', { body: { ...form, name: 'WINTER' } }),
    await change(other.id, { name: 'winter' }),
  ])
    expect(refused).toMatchObject({
      status: 409,
      body: {
        details: { fields: [{ path: 'name', message: 'Another package already has this name.' }] },
      },
    })
  expect((await change(other.id, { name: 'summer' })).status).toBe(200)
})

test("packages are listed in the business's order", async () => {
  const names = ['A', 'B', 'C']
  const ids = []
  for (const name of names) ids.push((await add({ ...form, name })).id)
  const [a, b, c] = ids
  await admin.call('PUT /api/admin/service-packages/order', { body: { ids: [c, a] } })
  expect((await onSale()).map(({ name }: { name: string }) => name)).toEqual(['C', 'A', 'B'])
  await admin.call('PUT /api/admin/service-packages/order', { body: { ids: [b, a, c] } })
  expect((await onSale()).map(({ name }: { name: string }) => name)).toEqual(['B', 'A', 'C'])
})

test('deleting a package in use takes it off sale, and it can be brought back', async () => {
  const used = await makePackage()
  const job = await makeJob({ servicePackageId: used.id })
  const unused = await add()
  const remove = (id: string) =>
    admin.call('DELETE /api/admin/service-packages/{id}', { params: { id } })
  expect((await remove(used.id)).body).toEqual({ success: true, deleted: false })
  expect((await remove(unused.id)).body).toEqual({ success: true, deleted: true })
  expect((await remove(unused.id)).status).toBe(404)
  expect(await onSale()).toEqual([])
  const list = (await admin.call('GET /api/admin/service-packages')).body
  expect(list).toMatchObject([{ id: used.id, isActive: false }])
  const visit = await admin.call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(visit.status).toBe(200)
  await change(used.id, { isActive: true })
  expect(await onSale()).toMatchObject([{ id: used.id }])
})

test('a package deleted while being booked is either booked or no longer offered', async () => {
  const { call, form: visit, oilPackage } = await customerWithCar(app)
  const params = { id: oilPackage.id }
  const [removed, booked] = await Promise.all([
    admin.call('DELETE /api/admin/service-packages/{id}', { params }),
    call('POST /api/jobs', { body: visit }),
  ])
  expect(removed.status).toBe(200)
  expect([201, 400]).toContain(booked.status)
  if (booked.status === 201) expect(removed.body.deleted).toBe(false)
})

test('it lists the products it uses, each once, existing ones only', async () => {
  const [oil, filter] = [
    await makeAddon({ category: 'oil', name: 'Oil' }),
    await makeAddon({ category: 'filter', name: 'Filter' }),
  ]
  const products = [
    { productId: oil.id, quantity: 1, perQuart: true },
    { productId: filter.id, quantity: 2, perQuart: false },
  ]
  const { id } = await add({ ...form, products })
  expect((await details(id)).products).toEqual([
    { ...products[0], name: 'Oil' },
    { ...products[1], name: 'Filter' },
  ])
  const twice = await change(id, { products: [products[0], products[0]] })
  expect([twice.status, twice.body.message]).toEqual([400, 'Please name each product once'])
  const nonsense = { ...products[0], productId: '00000000-0000-4000-8000-000000000000' }
  const missing = await change(id, { products: [nonsense] })
  expect(missing.body.details.fields).toEqual([
    { path: 'products.0.productId', message: 'This product no longer exists.' },
  ])
  await change(id, { products: [] })
  expect(await details(id)).toMatchObject({
    products: [],
    history: [{ changes: [{ field: 'products', from: '1 × Oil / qt\n2 × Filter', to: null }] }, {}],
  })
})
