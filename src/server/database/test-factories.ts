import { randomUUID } from 'node:crypto'
import { slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { type Slot, standardSlots } from '#shared/rules/slots.ts'
import { db } from './database.ts'
import { products, servicePackages } from './tables/catalog.ts'
import type { jobLines } from './tables/job-lines.ts'
import { jobs } from './tables/jobs.ts'
import { paymentAccounts } from './tables/payment-accounts.ts'
import { users } from './tables/users.ts'
import { vehicles } from './tables/vehicles.ts'

/** Rows for tests and benchmarks: sensible defaults, unique where the database requires it. */
let made = 0
const next = () => ++made
let places = 0
/** Gives the next job the first slot again, so a visit's slot does not depend on other tests. */
export const startAtFirstSlot = () => (places = 0)

export type UserRow = typeof users.$inferSelect
export type VehicleRow = typeof vehicles.$inferSelect
export type PackageRow = typeof servicePackages.$inferSelect
export type JobRow = typeof jobs.$inferSelect

/** A customer by default; a technician is approved unless `approvedAt: null` is given. */
export async function makeUser(wanted: Partial<typeof users.$inferInsert> = {}): Promise<UserRow> {
  const n = next()
  const role = wanted.role === undefined ? 'customer' : wanted.role
  return one(
    await db()
      .insert(users)
      .values({
        role,
        firstName: 'Pat',
        lastName: `Person ${n}`,
        email: `person-${n}-${randomUUID().slice(0, 8)}@example.com`,
        phone: `+1555010${String(n % 10_000).padStart(4, '0')}`,
        approvedAt: role === 'technician' ? now() : null,
        ...wanted,
      })
      .returning(),
  )
}

export async function makeVehicle(
  customerId: string,
  wanted: Partial<typeof vehicles.$inferInsert> = {},
): Promise<VehicleRow> {
  return one(
    await db()
      .insert(vehicles)
      .values({
        customerId,
        make: 'Toyota',
        model: 'Camry',
        year: '2018',
        licensePlate: `TST ${String(next()).padStart(4, '0')}`,
        ...wanted,
      })
      .returning(),
  )
}

export async function makePackage(
  wanted: Partial<typeof servicePackages.$inferInsert> = {},
): Promise<PackageRow> {
  return one(
    await db()
      .insert(servicePackages)
      .values({
        name: `Full Synthetic ${next()}`,
        basePriceCents: 12_999,
        oilType: 'full_synthetic',
        features: ['Up to 5 quarts of full synthetic oil'],
        ...wanted,
      })
      .returning(),
  )
}

/** An add-on on sale for $12.50. */
export async function makeAddon(
  wanted: Partial<typeof products.$inferInsert> = {},
): Promise<typeof products.$inferSelect> {
  const n = next()
  return one(
    await db()
      .insert(products)
      .values({
        name: `Add-on ${n}`,
        sku: `ADD-${n}-${randomUUID().slice(0, 8)}`,
        category: 'addon',
        priceCents: 1250,
        ...wanted,
      })
      .returning(),
  )
}

/** The row of an add-on booked with a visit. */
export const addonLineOf = (
  jobId: string,
  { id, name }: { id: string; name: string },
  cents: number,
): typeof jobLines.$inferInsert => ({
  jobId,
  source: 'addon',
  kind: 'part',
  productId: id,
  description: name,
  unitCents: cents,
  totalCents: cents,
})

/**
 * A job with its payment account; creates customer, vehicle and package if none are given, and takes the package's price.
 * Without date and slot, each job gets a slot of its own from 2030-01-01 on.
 */
export async function makeJob(wanted: Partial<typeof jobs.$inferInsert> = {}): Promise<JobRow> {
  const customerId = wanted.customerId ?? (await makeUser()).id
  const vehicleId = wanted.vehicleId ?? (await makeVehicle(customerId)).id
  const oilPackage = wanted.servicePackageId ? undefined : await makePackage()
  const place = ownSlot(places++)
  const date = wanted.serviceDate ?? place.serviceDate
  const slot = wanted.slot ?? place.slot
  const job = one(
    await db()
      .insert(jobs)
      .values({
        customerId,
        vehicleId,
        servicePackageId: wanted.servicePackageId ?? oilPackage?.id ?? '',
        serviceDate: date,
        slot,
        startsAt: slotStart(date, slot),
        serviceAddress: '100 Test Street, Austin, TX 78701',
        packageCents: oilPackage?.basePriceCents ?? 12_999,
        ...wanted,
      })
      .returning(),
  )
  await db().insert(paymentAccounts).values({ jobId: job.id })
  return job
}

function ownSlot(n: number): { serviceDate: string; slot: Slot } {
  const day = new Date(Date.UTC(2030, 0, 1 + Math.floor(n / 5)))
  return { serviceDate: day.toISOString().slice(0, 10), slot: standardSlots[n % 5] as Slot }
}

function one<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('The row was not stored.')
  return row
}
