import { businessDate } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { customerEvents, officeEvents } from '#server/database/tables/events.ts'
import { importRecords, imports } from '#server/database/tables/imports.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { users } from '#server/database/tables/users.ts'
import { fingerprintsOf } from '#server/features/vehicles/actions/remove-unused-vehicles.ts'
import type { EngineRow } from '#server/features/vehicles/engine-rows.ts'
import { noImportCounts } from '#shared/rules/imports.ts'
import { familyCars } from './cars.ts'
import * as cast from './people.ts'
import { type NewUser, planCar } from './plan-people.ts'
import { seededRandom } from './random.ts'

const dayMs = 86_400_000
const version = 2

/**
 * An import from when the office began: a few customers with their cars, and one unreadable row. One of them has since
 * signed up with another e-mail, so she is there twice.
 */
export async function storeOldList(adminId: string, engines: EngineRow[], now: Date) {
  const random = seededRandom(23)
  const broughtAt = new Date(now.getTime() - 390 * dayMs)
  const people = cast.oldCustomers.map(({ firstName, lastName }, n): NewUser => ({
    id: random.uuid(),
    role: 'customer',
    firstName,
    lastName,
    email: `${firstName.charAt(0)}.${lastName}@example.org`.toLowerCase(),
    phone: `+1512555019${n}`,
    createdAt: new Date(broughtAt.getTime() + n),
    version,
    changedBy: adminId,
  }))
  const [first] = people
  if (!first) throw new Error('The demo has no old list.')
  const again: NewUser = {
    ...first,
    id: random.uuid(),
    email: `${first.firstName}.${first.lastName}@example.com`.toLowerCase(),
    createdAt: new Date(now.getTime() - 9 * dayMs),
    lastLoginAt: new Date(now.getTime() - 9 * dayMs),
    loginCount: 1,
    version: 1,
    changedBy: null,
  }
  const cars = people.flatMap((owner, n) => {
    const make = familyCars[n * 5]
    return make ? [planCar(random, engines, { owner, make, place: 0 })] : []
  })
  await db()
    .insert(users)
    .values([...people, again])
  await db().insert(vehicles).values(cars)
  await db()
    .insert(odometerReadings)
    .values(
      cars.flatMap(({ id }) => {
        const miles = random.whole(38_000, 96_000)
        return [{ vehicleId: id, miles, readOn: businessDate(broughtAt), readBy: adminId }]
      }),
    )
  await db()
    .insert(customerEvents)
    .values(
      people.map(({ id, createdAt }) => ({
        id: random.uuid(),
        customerId: id,
        actorId: adminId,
        kind: 'added' as const,
        version,
        createdAt,
      })),
    )
  await storeImport({ id: random.uuid(), adminId, broughtAt, people, cars })
}

type Made = { id: string }
type Brought = {
  id: string
  adminId: string
  broughtAt: Date
  people: readonly Made[]
  cars: readonly Made[]
}

async function storeImport({ id, adminId, broughtAt, people, cars }: Brought): Promise<void> {
  const rows = people.length + 1
  const made = { customers: people.length, vehicles: cars.length }
  await db()
    .insert(imports)
    .values({
      id,
      actorId: adminId,
      fileName: 'customers-of-the-old-shop.csv',
      state: 'done',
      rows,
      doneRows: rows,
      counts: {
        ...noImportCounts,
        newCustomers: made.customers,
        newVehicles: made.vehicles,
        badRows: 1,
      },
      problems: [{ kind: 'row', row: rows + 1, column: 'Email', message: 'Invalid email address' }],
      createdAt: broughtAt,
      finishedAt: broughtAt,
    })
  const fingerprints = await fingerprintsOf(cars.map((car) => car.id))
  await db()
    .insert(importRecords)
    .values([
      ...people.map(({ id: recordId }) => ({
        importId: id,
        kind: 'customer' as const,
        recordId,
        fingerprint: String(version),
      })),
      ...cars.map(({ id: recordId }) => ({
        importId: id,
        kind: 'vehicle' as const,
        recordId,
        fingerprint: fingerprints.get(recordId) ?? '',
      })),
    ])
  await db()
    .insert(officeEvents)
    .values({
      id,
      actorId: adminId,
      kind: 'customers_imported',
      data: { importId: id, ...made },
      createdAt: broughtAt,
    })
}
