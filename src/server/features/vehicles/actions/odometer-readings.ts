import { and, eq, isNull, sql } from 'drizzle-orm'
import { businessToday, businessDate } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { Invalid, NotFound } from '#server/http/errors.ts'
import { assertMilesMeant } from '#server/reads/last-reading.ts'
import type { OdometerForm, OdometerReading } from '#shared/contract/vehicles.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { odometerOf, ownedBy, vehicleFor } from '../queries.ts'
import { vehicleSaved } from './vehicle-saved.ts'

/**
 * Stores the odometer reading of a business-local date, replacing any from that day. Throws NotFound, and Invalid for a
 * future date or for miles that contradict another day's, Conflict as of `assertMilesMeant`.
 */
export async function recordReading(
  person: Person,
  vehicleId: string,
  { date, miles, confirmed }: OdometerForm,
): Promise<OdometerReading> {
  if (date > businessToday())
    throw Invalid.at('date', phrase('A reading cannot be from the future.'))
  return transaction(async () => {
    const wanted = and(eq(vehicles.id, vehicleId), isNull(vehicles.deletedAt), ownedBy(person))
    // Of two concurrent readings, each could be valid without the other: the lock makes them take turns.
    const [vehicle] = await db()
      .select({ id: vehicles.id, customerId: vehicles.customerId })
      .from(vehicles)
      .where(wanted)
      .for('update')
    if (!vehicle) throw new NotFound(phrase('Vehicle not found.'))
    refuseBackwards({ date, miles }, await odometerOf(person, vehicleId))
    await assertMilesMeant(vehicleId, { date, miles, confirmed })
    const reading = { vehicleId, readOn: date, miles, readBy: person.id }
    await db()
      .insert(odometerReadings)
      .values(reading)
      .onConflictDoUpdate({
        target: [odometerReadings.vehicleId, odometerReadings.readOn],
        set: { miles, readBy: person.id },
      })
    await db().update(vehicles).set({ touchedAt: now() }).where(eq(vehicles.id, vehicleId))
    await vehicleSaved(person, vehicle.customerId, { vehicleId, what: 'odometer' })
    return { date, miles, readBy: person.role }
  })
}

/** `known` is newest first. */
function refuseBackwards({ date, miles }: OdometerForm, known: readonly OdometerReading[]): void {
  const earlier = known.find((reading) => reading.date < date)
  const later = known.findLast((reading) => reading.date > date)
  const words = ({ date, miles }: OdometerReading) => ({
    day: formatDay(date, { year: true }),
    miles: formatNumber(miles),
  })
  if (earlier && miles < earlier.miles)
    throw Invalid.at(
      'miles',
      phrase('It already read {miles} mi on {day}. Please check the miles and the date.', {
        ...words(earlier),
      }),
    )
  if (later && miles > later.miles)
    throw Invalid.at(
      'miles',
      phrase('It read only {miles} mi later, on {day}. Please check the miles and the date.', {
        ...words(later),
      }),
    )
}

/**
 * Deletes the reading of a business-local date; a technician's measurement stays on the visit. Throws NotFound if there is
 * none.
 */
export async function removeReading(person: Person, vehicleId: string, date: string) {
  await transaction(async () => {
    const { id, customerId } = await vehicleFor(person, vehicleId)
    const removed = await db()
      .delete(odometerReadings)
      .where(and(eq(odometerReadings.vehicleId, id), eq(odometerReadings.readOn, date)))
      .returning({ one: sql`1` })
    if (removed.length === 0) throw new NotFound(phrase('There is no reading of this day.'))
    await db().update(vehicles).set({ touchedAt: now() }).where(eq(vehicles.id, id))
    await vehicleSaved(person, customerId, { vehicleId, what: 'odometer' })
  })
}

/**
 * Stores a technician's reading during a visit as the vehicle's reading of that day. A reading that contradicts another
 * day's stays on the visit only, since either may be wrong.
 */
export async function recordVisitReading(
  vehicleId: string,
  { technicianId, miles, at }: { technicianId: string; miles: number; at: Date },
): Promise<void> {
  await queryRows(recording, { vehicleId, miles, date: businessDate(at), technicianId })
}

type Recorded = { vehicleId: string; miles: number; date: string; technicianId: string }
const recording = statement<object, Recorded>(
  'record-visit-reading',
  ($) => `insert into odometer_readings (vehicle_id, miles, read_on, read_by)
    select ${$.vehicleId}::uuid, ${$.miles}::int, ${$.date}::date, ${$.technicianId}::uuid
    where not exists (
      select from odometer_readings known where known.vehicle_id = ${$.vehicleId}::uuid
        and ((known.read_on < ${$.date}::date and known.miles > ${$.miles}::int)
          or (known.read_on > ${$.date}::date and known.miles < ${$.miles}::int)))
    on conflict (vehicle_id, read_on) do update set miles = excluded.miles, read_by = excluded.read_by`,
)
