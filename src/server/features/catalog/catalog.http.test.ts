import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makePackage } from '#server/database/test-factories.ts'
import { products } from '#server/database/tables/catalog.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp()

test('anyone sees packages on sale, cheapest first', async () => {
  await makePackage({ name: 'Diesel', basePriceCents: 16_999, oilType: 'diesel_full_synthetic' })
  await makePackage({ name: 'Old', basePriceCents: 100, isActive: false })
  await makePackage({ name: 'Plain', basePriceCents: 8999, features: ['5 quarts', 'Filter'] })
  const { status, body } = await app.call('GET /api/service-packages')
  expect(status).toBe(200)
  expect(body).toMatchObject([
    { name: 'Plain', basePrice: 89.99, features: ['5 quarts', 'Filter'], isActive: true },
    { name: 'Diesel', basePrice: 169.99, oilType: 'diesel_full_synthetic' },
  ])
})

test('add-ons are active services and add-ons that are on sale', async () => {
  const product = (name: string, wanted: Partial<typeof products.$inferInsert>) => ({
    name,
    sku: name,
    priceCents: 1250,
    category: 'addon' as const,
    ...wanted,
  })
  await db()
    .insert(products)
    .values([
      product('Wiper fluid', {}),
      product('Air pressure', { category: 'service', priceCents: 500 }),
      product('Oil can', { category: 'oil' }),
      product('Off sale', { onSale: false }),
      product('Given up', { isActive: false }),
    ])
  const { body } = await app.call('GET /api/addon-services')
  expect(body).toEqual([
    {
      id: expect.any(String),
      name: 'Air pressure',
      price: '5.00',
      taxable: true,
      category: 'service',
    },
    {
      id: expect.any(String),
      name: 'Wiper fluid',
      price: '12.50',
      taxable: true,
      category: 'addon',
    },
  ])
})
