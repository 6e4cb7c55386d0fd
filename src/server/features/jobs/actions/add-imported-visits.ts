import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { startOfBusinessDay } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { packageOrder } from '#server/features/catalog/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import type { Slot } from '#shared/rules/slots.ts'

/** A finished visit from another program; `slot` is 0 or less, different for each visit of a car on one day. */
type ImportedVisit = {
  customerId: string
  vehicleId: string
  /** Business-local date. */
  date: string
  slot: Slot
  service: string
  cents: number
  miles: number | null
  notes: string
  /** The address, if known. */
  address: string
}

/**
 * Stores finished visits from before, in the current transaction, and returns their ids in order. They have no payment
 * account, so no money moves, and no one is notified. Throws Conflict while there is no service package.
 */
export async function addImportedVisits(all: readonly ImportedVisit[]): Promise<string[]> {
  if (all.length === 0) return []
  const packageOf = await packageChooser(all.map(({ vehicleId }) => vehicleId))
  const rows = all.map((visit) => {
    const startsAt = startOfBusinessDay(visit.date)
    return {
      id: randomUUID(),
      customerId: visit.customerId,
      vehicleId: visit.vehicleId,
      servicePackageId: packageOf(visit),
      importedService: visit.service,
      serviceDate: visit.date,
      slot: visit.slot,
      seat: null,
      startsAt,
      // Keeps it out of the newest bookings.
      createdAt: startsAt,
      serviceAddress: visit.address,
      status: 'completed' as const,
      packageCents: visit.cents,
      odometerMiles: visit.miles,
      technicianNotes: visit.notes,
    }
  })
  await db().insert(jobs).values(rows)
  return rows.map(({ id }) => id)
}

/** Changes these details of an imported visit, in the current transaction; does nothing once it is gone. */
export async function fillImportedVisit(
  id: string,
  {
    service,
    cents,
    miles,
    notes,
  }: Partial<Pick<ImportedVisit, 'service' | 'cents' | 'miles' | 'notes'>>,
): Promise<void> {
  const [visit] = await db().select({ vehicleId: jobs.vehicleId }).from(jobs).where(eq(jobs.id, id))
  const servicePackageId =
    visit && service
      ? (await packageChooser([visit.vehicleId]))({ vehicleId: visit.vehicleId, service })
      : undefined
  await db()
    .update(jobs)
    .set({
      importedService: service,
      servicePackageId,
      packageCents: cents,
      odometerMiles: miles,
      technicianNotes: notes,
    })
    .where(and(eq(jobs.id, id), isNotNull(jobs.importedService)))
}

/** Chooses the package to book again: the one named like the service, else the one with the car's oil. */
async function packageChooser(vehicleIds: readonly string[]) {
  const packages = await db()
    .select()
    .from(servicePackages)
    .orderBy(...packageOrder)
  const [first] = packages
  if (!first) throw new Conflict(phrase('Add a service package first.'))
  const cars = await db()
    .select({ id: vehicles.id, oilType: vehicles.oilType })
    .from(vehicles)
    .where(inArray(vehicles.id, [...new Set(vehicleIds)]))
  const oils = new Map(cars.map(({ id, oilType }) => [id, oilType]))
  const onSale = packages.filter(({ isActive }) => isActive)
  return ({ vehicleId, service }: Pick<ImportedVisit, 'vehicleId' | 'service'>): string =>
    (
      packages.find(({ name }) => name.toLowerCase() === service.toLowerCase()) ??
      onSale.find(({ oilType }) => oilType === oils.get(vehicleId)) ??
      onSale[0] ??
      first
    ).id
}
