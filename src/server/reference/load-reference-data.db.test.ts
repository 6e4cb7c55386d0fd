import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { products, servicePackages } from '#server/database/tables/catalog.ts'
import { engines } from '#server/database/tables/vehicles.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { packagesOnSale } from '#server/features/catalog/queries.ts'
import { loadReferenceData } from './load-reference-data.ts'

useTestDatabase()

test('a new business sells the four packages at their prices', async () => {
  await loadReferenceData()
  expect(await packagesOnSale()).toMatchObject([
    { name: 'Conventional', basePrice: 89.99, oilType: 'conventional' },
    { name: 'Semi-Synthetic', basePrice: 110.99, oilType: 'semi_synthetic' },
    { name: 'Full Synthetic', basePrice: 129.99, oilType: 'full_synthetic' },
    { name: 'Diesel Full Synthetic', basePrice: 169.99, oilType: 'diesel_full_synthetic' },
  ])
})

test('a new business has no counted stock, so no quantity is shown', async () => {
  await loadReferenceData()
  const shelf = await db().select({ pieces: products.stockQuantity }).from(products)
  expect(new Set(shelf.map(({ pieces }) => pieces))).toEqual(new Set([0]))
})

test('loading again, even concurrently, adds nothing and reverts no change', async () => {
  await Promise.all([loadReferenceData(), loadReferenceData()])
  await db().update(servicePackages).set({ basePriceCents: 5000 })
  await loadReferenceData()
  expect(await db().$count(engines)).toBe(184)
  const prices = await db().select({ cents: servicePackages.basePriceCents }).from(servicePackages)
  expect(prices.map(({ cents }) => cents)).toEqual([5000, 5000, 5000, 5000])
})
