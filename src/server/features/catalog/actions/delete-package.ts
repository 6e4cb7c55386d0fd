import { and, eq, notExists } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { happened } from '#server/events/happened.ts'
import { isStale } from '#server/http/versions.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeConflict } from '../queries.ts'
import { adminPackage, noPackage } from '../queries/packages.ts'
import { changePackage } from './save-package.ts'
import { recordChange } from './record-catalog-change.ts'

/**
 * Deletes a package without booked visits, else takes it off sale; returns whether it was deleted. Throws NotFound, Conflict
 * when its version differs from the one seen.
 */
export function deletePackage(
  person: Person,
  id: string,
  version: number | undefined,
): Promise<boolean> {
  return transaction(async () => {
    // The lock makes concurrent bookings wait until it is either kept or deleted.
    const [row] = await db()
      .select({ name: servicePackages.name, version: servicePackages.version })
      .from(servicePackages)
      .where(eq(servicePackages.id, id))
      .for('update')
    if (!row) throw noPackage()
    if (isStale(version, row)) throw await changeConflict(id, await adminPackage(id))
    const gone = await db()
      .delete(servicePackages)
      .where(
        and(
          eq(servicePackages.id, id),
          notExists(db().select({ id: jobs.id }).from(jobs).where(eq(jobs.servicePackageId, id))),
        ),
      )
      .returning({ id: servicePackages.id })
    if (gone.length === 0) {
      await changePackage(person, id, { isActive: false, version: undefined })
      return false
    }
    await recordChange(id, {
      by: person.id,
      changes: changesBetween({ name: row.name }, { name: null }),
    })
    await happened({
      event: 'catalog_changed',
      by: person.id,
      data: { itemId: id, name: row.name, what: 'deleted' },
    })
    return true
  })
}
