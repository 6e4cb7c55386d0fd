import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { packageProducts, products, servicePackages } from '#server/database/tables/catalog.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import type { AdminPackage, PackageChange, PackageForm } from '#shared/contract/catalog.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { changesBetween, type FieldChange } from '#shared/rules/catalog.ts'
import { mostDatedValues, type PriceChange, withChange } from '#shared/rules/dated-values.ts'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { parseOilType } from '#shared/rules/oil.ts'
import type { Person } from '#shared/rules/roles.ts'
import { centsOfParts, type PackagePart } from '#shared/rules/lines.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { adminPackage, noPackage } from '../queries/packages.ts'
import { changeConflict, packagePartsSql } from '../queries.ts'
import { recordChange } from './record-catalog-change.ts'

type Columns = Partial<typeof servicePackages.$inferInsert>

/** Adds a package at the end; returns its id. Throws Invalid for a missing product. */
export function addPackage(person: Person, form: PackageForm): Promise<string> {
  return transaction(async () => {
    const { products: uses, isRecommended } = form
    assertOnOffer({ isActive: true, isRecommended: false, ...form })
    await assertNameIsFree(form.name)
    if (isRecommended) await recommendNoOther(person)
    const [row] = await db()
      .insert(servicePackages)
      .values({
        name: form.name,
        basePriceCents: 0,
        oilType: 'conventional',
        features: [],
        ...columnsOf(form),
        position: sql`(select coalesce(max(position) + 1, 0) from service_packages)`,
      })
      .returning({ id: servicePackages.id })
    if (!row) throw noPackage()
    if (uses) await takeFromShelf(row.id, uses)
    await assertLaborLeft(row.id)
    const changes = changesBetween({ taxable: true }, factsOf(await adminPackage(row.id)))
    await recordChange(row.id, { by: person.id, changes })
    await happened({
      event: 'catalog_changed',
      by: person.id,
      data: { itemId: row.id, name: form.name, what: 'added', changes },
    })
    return row.id
  })
}

/**
 * Changes the given fields for future bookings, the price from `priceFrom` on by the day of the visit. Throws NotFound, Invalid for a missing product, Conflict when its version
 * differs from the one seen.
 */
export async function changePackage(
  person: Person,
  id: string,
  {
    version,
    priceFrom,
    ...change
  }: PackageChange & { version: number | undefined; priceFrom?: LocalDate | undefined },
): Promise<void> {
  await transaction(async () => {
    const [locked] = await db()
      .select({
        version: servicePackages.version,
        basePriceCents: servicePackages.basePriceCents,
        priceChanges: servicePackages.priceChanges,
      })
      .from(servicePackages)
      .where(eq(servicePackages.id, id))
      .for('update')
    if (!locked) throw noPackage()
    const before = await adminPackage(id)
    if (isStale(version, locked)) throw await changeConflict(id, before)
    // A package taken off sale loses its recommendation.
    const leaves = change.isActive === false && before.isActive
    if (leaves && change.isRecommended === undefined) change.isRecommended = false
    assertOnOffer({ ...before, ...change })
    if (change.name !== undefined && change.name !== before.name)
      await assertNameIsFree(change.name, id)
    if (change.isRecommended && !before.isRecommended) await recommendNoOther(person)
    if (change.products) await takeFromShelf(id, change.products)
    const columns = { ...columnsOf(change), ...pricesOf(locked, change, priceFrom) }
    if (Object.keys(columns).length > 0)
      await db().update(servicePackages).set(columns).where(eq(servicePackages.id, id))
    if ((change.products ?? change.basePrice ?? change.includedQuarts) !== undefined)
      await assertLaborLeft(id)
    const after = await adminPackage(id)
    const changes = changesBetween(factsOf(before), factsOf(after))
    if (changes.length === 0) return
    // Booked visits take as long as their package does now.
    if (after.minutes !== before.minutes) slotsChanged(businessToday())
    await recordPackageChange(person, id, changes)
    await happened({
      event: 'catalog_changed',
      by: person.id,
      data: { itemId: id, name: after.name, what: 'changed', changes },
    })
  })
}

/** The price columns after a change now or from a day on. Throws Invalid for a past day, and for too many changes ahead. */
function pricesOf(
  { basePriceCents, priceChanges }: { basePriceCents: number; priceChanges: PriceChange[] },
  { basePrice }: PackageChange,
  from: LocalDate | undefined,
): Columns {
  if (basePrice === undefined) return {}
  const today = businessToday()
  if (from !== undefined && from < today)
    throw Invalid.at('from', phrase('Please choose today or a later day.'))
  const { first, changes } = withChange(
    { first: basePriceCents, changes: priceChanges },
    { value: centsFromDecimal(basePrice) ?? 0, from },
    today,
  )
  if (changes.length > mostDatedValues)
    throw Invalid.at('from', phrase('That is too many changes ahead. Please cancel one first.'))
  return { basePriceCents: first, priceChanges: changes }
}

/** Customers would not see the only badge. */
function assertOnOffer({
  isActive,
  isRecommended,
}: {
  isActive?: boolean
  isRecommended?: boolean
}) {
  if (isActive || !isRecommended) return
  throw Invalid.at('isRecommended', phrase('Only a package that is on offer can be recommended.'))
}

async function assertNameIsFree(name: string, but?: string): Promise<void> {
  const [same] = await db()
    .select({ id: servicePackages.id })
    .from(servicePackages)
    .where(
      and(
        sql`lower(${servicePackages.name}) = lower(${name})`,
        but ? ne(servicePackages.id, but) : undefined,
      ),
    )
  if (!same) return
  throw Conflict.at('name', phrase('Another package already has this name.'))
}

async function recordPackageChange(person: Person, id: string, changes: FieldChange[]) {
  await db()
    .update(servicePackages)
    .set({ version: sql`${servicePackages.version} + 1` })
    .where(eq(servicePackages.id, id))
  await recordChange(id, { by: person.id, changes })
}

async function recommendNoOther(person: Person): Promise<void> {
  const former = await db()
    .update(servicePackages)
    .set({ isRecommended: false })
    .where(eq(servicePackages.isRecommended, true))
    .returning({ id: servicePackages.id })
  for (const { id } of former)
    await recordPackageChange(
      person,
      id,
      changesBetween({ isRecommended: true }, { isRecommended: false }),
    )
}

async function takeFromShelf(
  packageId: string,
  uses: NonNullable<PackageForm['products']>,
): Promise<void> {
  const ids = uses.map(({ productId }) => productId)
  const known = await db()
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, ids))
    .for('key share')
  const missing = ids.findIndex((id) => !known.some((one) => one.id === id))
  if (missing >= 0)
    throw Invalid.at(`products.${missing}.productId`, phrase('This product no longer exists.'))
  await db().delete(packageProducts).where(eq(packageProducts.packageId, packageId))
  if (uses.length > 0)
    await db()
      .insert(packageProducts)
      .values(uses.map((use) => ({ packageId, ...use })))
}

const priceOfParts = {
  name: 'price-of-parts',
  text: `select base_price_cents as cents, price_changes, included_quarts, ${packagePartsSql('p.id')} as parts
    from service_packages p where p.id = $1::uuid`,
}

/** Labor is what a package costs beyond its parts. Throws Invalid at the price if they cost more, now or later. */
async function assertLaborLeft(packageId: string): Promise<void> {
  type Row = {
    cents: number
    priceChanges: PriceChange[]
    includedQuarts: number
    parts: PackagePart[]
  }
  const row = await queryRow<Row>(priceOfParts, [packageId])
  const lowest = row && Math.min(row.cents, ...row.priceChanges.map(({ value }) => value))
  if (!row || lowest === undefined) return
  const partsCents = centsOfParts(row.parts, row.includedQuarts)
  if (partsCents <= lowest) return
  throw Invalid.at(
    'basePrice',
    phrase(
      'The parts alone cost {parts}, more than the package. Please raise its price, or take fewer parts.',
      { parts: formatCents(partsCents) },
    ),
  )
}

function columnsOf(form: PackageChange): Columns {
  const { id: _, products: _uses, basePrice, oilType, features, ...rest } = form
  return {
    ...rest,
    ...(basePrice !== undefined && { basePriceCents: centsFromDecimal(basePrice) ?? 0 }),
    ...(oilType && { oilType: parseOilType(oilType) ?? 'conventional' }),
    ...(features && { features: features.filter(Boolean) }),
  }
}

/** Fields for its history. */
function factsOf({ basePrice, products: uses, ...row }: AdminPackage) {
  return {
    name: row.name,
    description: row.description,
    basePrice: decimalFromCents(centsFromDollars(basePrice)),
    priceChanges: (row.priceChanges ?? []).map(
      ({ from, price }) => `${from} ${decimalFromCents(centsFromDollars(price))}`,
    ),
    taxable: row.taxable,
    oilType: row.oilType,
    features: row.features,
    isActive: row.isActive,
    isRecommended: row.isRecommended,
    includedQuarts: row.includedQuarts,
    minutes: row.minutes,
    serviceType: row.serviceType,
    products: uses.map(({ name, quantity, perQuart }) =>
      perQuart ? `${quantity} × ${name} / qt` : `${quantity} × ${name}`,
    ),
  }
}
