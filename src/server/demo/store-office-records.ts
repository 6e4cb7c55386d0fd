import { eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { users } from '#server/database/tables/users.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { People } from './plan-people.ts'
import { seededRandom } from './random.ts'

const dayMs = 86_400_000

/** Office notes by last name. */
const notes: Record<string, string> = {
  Carter: 'Prefers the driveway on the left. The dog is friendly.',
  Castillo: 'Sold the old Honda in spring, may buy it back.',
  Nguyen: 'Works nights: please text, never call before noon.',
}
const tags: Record<string, string[]> = {
  Bennett: ['Referred us'],
  Carter: ['Regular'],
  Nguyen: ['Text only'],
  Ross: ['Regular', 'Referred us'],
}

/** The office's records: tags, notes, and a deleted car that can be recovered. */
export async function storeOfficeRecords(
  { staff, main, households }: People,
  today: LocalDate,
  now: Date,
): Promise<void> {
  const random = seededRandom(12)
  const all = [main, ...households].map(({ user }) => user)
  const fleets = households.filter(({ fleet }) => fleet).map(({ user }) => user.id)
  await db()
    .update(users)
    .set({ tags: ['Fleet'] })
    .where(inArray(users.id, fleets))
  let daysAgo = 2
  for (const { id, lastName } of all) {
    const own = tags[lastName ?? '']
    if (own) await db().update(users).set({ tags: own }).where(eq(users.id, id))
    const note = notes[lastName ?? '']
    if (!note) continue
    const createdAt = new Date(now.getTime() - daysAgo++ * 3 * dayMs)
    const by = staff.admin.id
    await db()
      .insert(customerNotes)
      .values({ id: random.uuid(), customerId: id, authorId: by, note, createdAt })
    await db().insert(customerEvents).values({
      id: random.uuid(),
      customerId: id,
      actorId: by,
      kind: 'note_added',
      version: 2,
      createdAt,
    })
    await db().update(users).set({ version: 2, changedBy: by }).where(eq(users.id, id))
  }
  await storeDeletedCar(
    all.find(({ lastName }) => lastName === 'Castillo'),
    today,
    now,
    random.uuid(),
  )
}

async function storeDeletedCar(
  owner: People['main']['user'] | undefined,
  today: LocalDate,
  now: Date,
  id: string,
): Promise<void> {
  if (!owner) throw new Error('The demo has no owner for the deleted car.')
  await db()
    .insert(vehicles)
    .values({
      id,
      customerId: owner.id,
      make: 'Honda',
      model: 'Fit',
      year: '2009',
      licensePlate: 'KTR-4471',
      createdAt: new Date(owner.createdAt.getTime() + 3_600_000),
      deletedAt: new Date(now.getTime() - 12 * dayMs),
    })
  await db()
    .insert(odometerReadings)
    .values([
      { vehicleId: id, miles: 118_400, readOn: addDays(today, -50) },
      { vehicleId: id, miles: 119_950, readOn: addDays(today, -20) },
    ])
}
