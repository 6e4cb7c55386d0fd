import { and, asc, eq, sql, desc } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { coreSpotCenters } from '#server/reads/core-spots.ts'
import { lineProductOf, type PackagePart } from '#shared/rules/lines.ts'
import { db } from '#server/database/database.ts'
import { products, servicePackages, catalogChanges } from '#server/database/tables/catalog.ts'
import type { Addon, ServicePackage, CatalogChange } from '#shared/contract/catalog.ts'
import { changesAfter, type PriceChange, valueOn } from '#shared/rules/dated-values.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { users } from '#server/database/tables/users.ts'
import { describeChange, changesInWords } from '#shared/contract/describe-catalog-change.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/** An add-on on sale, as a line needs it. Throws NotFound. */
export async function addonFor(id: string) {
  const [addon] = await db()
    .select()
    .from(products)
    .where(and(eq(products.id, id), sql.raw(addonOnSale)))
  if (!addon) throw new NotFound(phrase('This add-on is not offered at the moment.'))
  return { ...addon, cents: addon.priceCents, product: lineProductOf(addon) }
}

/** Packages on sale, in the business's order. */
export async function packagesOnSale(): Promise<ServicePackage[]> {
  const withParts =
    currentSettings().taxMode === 'parts' ||
    coreSpotCenters().some(({ taxMode }) => taxMode === 'parts')
  const parts = sql<PackagePart[]>`${sql.raw(packagePartsSql('service_packages.id'))}`
  const rows = await db()
    .select({ row: servicePackages, ...(withParts && { parts }) })
    .from(servicePackages)
    .where(eq(servicePackages.isActive, true))
    .orderBy(...packageOrder)
  return rows.map(({ row, parts }) => ({
    ...withPrices(row),
    ...(parts && {
      parts: parts.map(({ cents, quantity, perQuart, taxable }) => ({
        price: decimalFromCents(cents),
        quantity,
        perQuart,
        taxable,
      })),
    }),
  }))
}

type Stored = { basePriceCents: number; priceChanges: PriceChange[] }

/** A package's row with today's price and later ones, in dollars. */
export function withPrices<Row extends Stored>({ basePriceCents, priceChanges, ...row }: Row) {
  const today = businessToday()
  const ahead = changesAfter(priceChanges, today)
  return {
    ...row,
    basePrice: valueOn(basePriceCents, priceChanges, today) / 100,
    ...(ahead.length > 0 && {
      priceChanges: ahead.map(({ from, value }) => ({ from, price: value / 100 })),
    }),
  }
}

export const packageOrder = [
  asc(servicePackages.position),
  asc(servicePackages.basePriceCents),
  asc(servicePackages.name),
]

/** SQL condition on `products` for those a visit may add: active services and add-ons on sale. */
export const addonOnSale = "is_active and on_sale and category in ('addon', 'service')"

/** A product's facts on receipts, a LineProduct. */
export const lineProductSql = (product: string) =>
  `json_build_object('name', ${product}.name, 'brand', ${product}.brand, 'viscosity', ${product}.viscosity,
    'serviceCategory', ${product}.service_category, 'partNumber', ${product}.part_number, 'condition', ${product}.condition)`

/** The id of the product used in place of a planned one: that of its category among `used`, if any. */
export const usedInsteadSql = (planned: string, used: string) =>
  `coalesce((select x.id from products x where x.id = any(${used}) and x.category = ${planned}.category limit 1),
    ${planned}.id)`

/** The PackageParts of a package, oil first. */
export const packagePartsSql = (packageId: string) =>
  `(select coalesce(json_agg(json_build_object('cents', u.price_cents, 'taxable', u.taxable, 'quantity', pp.quantity,
      'perQuart', pp.per_quart, 'productId', u.id, 'product', ${lineProductSql('u')}) order by not pp.per_quart, u.name), '[]')
    from package_products pp join products u on u.id = pp.product_id where pp.package_id = ${packageId})`

/** Add-ons on sale, by name; the price is dollars as text. */
export async function addonsOnSale(): Promise<Addon[]> {
  const { id, name, priceCents: cents, taxable, category } = products
  const rows = await db()
    .select({ id, name, cents, taxable, category: sql<Addon['category']>`${category}` })
    .from(products)
    .where(sql.raw(addonOnSale))
    .orderBy(asc(products.name))
  return rows.map(({ cents, ...row }) => ({ ...row, price: decimalFromCents(cents) }))
}

const shownChanges = 100

/** The latest changes of a package, product or engine, as stored. */
function changeRows(subjectId: string, limit: number) {
  return db()
    .select({
      id: catalogChanges.id,
      at: catalogChanges.createdAt,
      by: sql<string>`${sql.raw(nameOrEmail('users'))}`,
      changes: catalogChanges.changes,
    })
    .from(catalogChanges)
    .leftJoin(users, eq(users.id, catalogChanges.actorId))
    .where(eq(catalogChanges.subjectId, subjectId))
    .orderBy(desc(catalogChanges.createdAt), desc(catalogChanges.id))
    .limit(limit)
}

/** Its changes and their authors, newest first, in the reader's language. */
export async function historyOf(subjectId: string): Promise<CatalogChange[]> {
  const rows = await changeRows(subjectId, shownChanges)
  return rows.map(({ at, changes, ...row }) => ({
    ...row,
    at: at.toISOString(),
    changes: changes.map(describeChange),
  }))
}

/** Its latest change. */
const lastChangeOf = async (subjectId: string) => (await changeRows(subjectId, 1))[0]

/** The Conflict for an item changed since it was loaded: the author, the change and its current state `now`. */
export async function changeConflict(subjectId: string, now: unknown) {
  const last = await lastChangeOf(subjectId)
  const by = last?.by ?? ''
  const details = { reason: 'changed', by, now }
  if (!last || !by) return new Conflict(undefined, details)
  return new Conflict(
    phrase('{name} has changed this in the meantime: {what}. Please check it again.', {
      name: by,
      what: changesInWords(last.changes),
    }),
    details,
  )
}
