import { eq, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db, queryRow } from '#server/database/database.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { NotFound } from '#server/http/errors.ts'
import { countedUpTo } from '#server/http/paging.ts'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import { phrase } from '#shared/texts/t.ts'
import { packageOrder, withPrices } from '../queries.ts'

const taken = sql<AdminPackage['products']>`(
  select coalesce(json_agg(json_build_object('productId', u.product_id, 'name', p.name,
    'quantity', u.quantity, 'perQuart', u.per_quart) order by not u.per_quart, p.name), '[]')
  from package_products u join products p on p.id = u.product_id
  where u.package_id = service_packages.id)`

const selectPackages = (which?: SQL) =>
  db()
    .select({ row: servicePackages, products: taken })
    .from(servicePackages)
    .where(which)
    .orderBy(...packageOrder)

/** All packages as the office sees them. */
export async function adminPackages(which?: SQL): Promise<AdminPackage[]> {
  const rows = await selectPackages(which)
  return rows.map(({ row, products }) => ({ ...withPrices(row), products }))
}

/** A package as the office sees it. Throws NotFound. */
export async function adminPackage(id: string): Promise<AdminPackage> {
  const [found] = await adminPackages(eq(servicePackages.id, id))
  if (!found) throw noPackage()
  return found
}

export const noPackage = () => new NotFound(phrase('This package no longer exists.'))

/** Number of visits booked with a package, capped, and of those still ahead. */
export async function visitsWith(packageId: string) {
  const found = await queryRow<{ visits: number; ahead: number }>(
    {
      name: 'visits-with-package',
      text: `select
        (select count(*)::int from (
          select from jobs where service_package_id = $1::uuid limit ${countedUpTo + 1}) counted) as visits,
        (select count(*)::int from jobs where service_package_id = $1::uuid
          and service_date >= $2::date and status in ('scheduled', 'assigned', 'in_progress')) as ahead`,
    },
    [packageId, businessToday()],
  )
  const { visits = 0, ahead = 0 } = found ?? {}
  return {
    visits: Math.min(visits, countedUpTo),
    visitsCapped: visits > countedUpTo,
    visitsAhead: ahead,
  }
}

/** Names of all packages by id, including those off sale. */
export async function packageNames(): Promise<Map<string, string>> {
  const { id, name } = servicePackages
  const rows = await db().select({ id, name }).from(servicePackages)
  return new Map(rows.map((one) => [one.id, one.name]))
}
