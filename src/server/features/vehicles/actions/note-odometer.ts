import { and, eq, isNull } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { odometerReadings, vehicles } from '#server/database/tables/vehicles.ts'
import { atField, Invalid, NotFound } from '#server/http/errors.ts'
import type { OdometerForm, OdometerReading } from '#shared/contract/vehicles.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { type Phrase, phrase } from '#shared/texts/t.ts'
import { odometerOf, ownedBy } from '../queries.ts'
import { vehicleSaved } from './vehicle-saved.ts'

/**
 * Notes what the odometer showed on a business-local date; the reading of that day is replaced. Throws NotFound, and
 * Invalid for a date to come or for miles that run backwards against another day's.
 */
export async function noteOdometer(
  person: Person,
  vehicleId: string,
  { date, miles }: OdometerForm,
): Promise<OdometerReading> {
  if (date > businessToday()) throw refusal('date', phrase('A reading cannot be from the future.'))
  return transaction(async () => {
    const wanted = and(eq(vehicles.id, vehicleId), isNull(vehicles.deletedAt), ownedBy(person))
    // Two readings at a time could each fit without the other: the lock lets them in one by one.
    const [vehicle] = await db()
      .select({ id: vehicles.id, customerId: vehicles.customerId })
      .from(vehicles)
      .where(wanted)
      .for('update')
    if (!vehicle) throw new NotFound(phrase('Vehicle not found.'))
    refuseBackwards({ date, miles }, await odometerOf(person, vehicleId))
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

const refusal = (field: keyof OdometerForm, said: Phrase) => new Invalid(said, atField(field, said))

/** `known` is newest first. */
function refuseBackwards({ date, miles }: OdometerForm, known: readonly OdometerReading[]): void {
  const earlier = known.find((reading) => reading.date < date)
  const later = known.findLast((reading) => reading.date > date)
  const words = ({ date, miles }: OdometerReading) => ({
    day: formatDay(date, { year: true }),
    miles: formatNumber(miles),
  })
  if (earlier && miles < earlier.miles)
    throw refusal(
      'miles',
      phrase('It already read {miles} mi on {day}. Please check the miles and the date.', {
        ...words(earlier),
      }),
    )
  if (later && miles > later.miles)
    throw refusal(
      'miles',
      phrase('It read only {miles} mi later, on {day}. Please check the miles and the date.', {
        ...words(later),
      }),
    )
}
