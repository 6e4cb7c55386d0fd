import { asc, eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { products, servicePackages } from '#server/database/tables/catalog.ts'
import type { Addon, ServicePackage } from '#shared/contract/catalog.ts'
import { decimalFromCents } from '#shared/rules/money.ts'

/** Packages on sale, in the business's order. */
export async function packagesOnSale(): Promise<ServicePackage[]> {
  const rows = await db()
    .select()
    .from(servicePackages)
    .where(eq(servicePackages.isActive, true))
    .orderBy(...packageOrder)
  return rows.map(({ basePriceCents, ...row }) => ({ ...row, basePrice: basePriceCents / 100 }))
}

export const packageOrder = [
  asc(servicePackages.position),
  asc(servicePackages.basePriceCents),
  asc(servicePackages.name),
]

/** SQL condition on `products` for those a visit may add: active services and add-ons on sale. */
export const addonOnSale = "is_active and on_sale and category in ('addon', 'service')"

/** Add-ons on sale, by name; the price is dollars as text. */
export async function addonsOnSale(): Promise<Addon[]> {
  const { id, name, priceCents: cents, taxable } = products
  const rows = await db()
    .select({ id, name, cents, taxable })
    .from(products)
    .where(sql.raw(addonOnSale))
    .orderBy(asc(products.name))
  return rows.map(({ cents, ...row }) => ({ ...row, price: decimalFromCents(cents) }))
}
