import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { packageProducts } from '#server/database/tables/catalog.ts'
import { makeAddon } from '#server/database/test-factories.ts'

/** Makes a package take oil at $7.00 a quart and a filter at $10.00, and nothing else. */
export async function giveParts(packageId: string) {
  await db().delete(packageProducts).where(eq(packageProducts.packageId, packageId))
  const facts = { brand: 'Kestrel', viscosity: '5W-30', serviceCategory: 'API SP' }
  const oil = await makeAddon({ name: 'Full 5W-30', category: 'oil', priceCents: 700, ...facts })
  const filter = await makeAddon({
    name: 'Oil filter',
    category: 'filter',
    priceCents: 1000,
    partNumber: 'KF-7317',
  })
  await db()
    .insert(packageProducts)
    .values([
      { packageId, productId: oil.id, quantity: 1, perQuart: true },
      { packageId, productId: filter.id, quantity: 1, perQuart: false },
    ])
  return { oil, filter }
}
