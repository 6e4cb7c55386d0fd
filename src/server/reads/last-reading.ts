import { queryRow } from '#server/database/database.ts'
import { Conflict } from '#server/http/errors.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { isTenfold } from '#shared/rules/measurements.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'

type Reading = { date: LocalDate; miles: number }

/** The vehicle's newest odometer reading before a business-local date, else the one of that date. */
export function lastReading(vehicleId: string, date: LocalDate): Promise<Reading | undefined> {
  return queryRow<Reading>(statement, [vehicleId, date])
}

const statement = {
  name: 'last-odometer-reading',
  text: `select read_on::text as date, miles from odometer_readings
    where vehicle_id = $1::uuid and read_on <= $2::date
    order by (read_on < $2::date) desc, read_on desc limit 1`,
}

/** Throws Conflict with `details.reason` 'confirm' for an unconfirmed reading of ten times the last one. */
export async function assertMilesMeant(
  vehicleId: string,
  { date, miles, confirmed }: Reading & { confirmed: boolean | undefined },
): Promise<void> {
  if (confirmed) return
  const before = await lastReading(vehicleId, date)
  if (!before || !isTenfold(miles, before)) return
  throw new Conflict(
    phrase('{miles} mi is ten times the last reading or more. Please confirm that it is meant.', {
      miles: formatNumber(miles),
    }),
    { reason: 'confirm', before },
  )
}
