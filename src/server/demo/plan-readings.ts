import { businessDate } from '#server/base/business-time.ts'
import type { odometerReadings } from '#server/database/tables/vehicles.ts'
import { addDays, daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import type { PlannedJob } from './plan-jobs.ts'
import type { Household, NewVehicle, People } from './plan-people.ts'
import { seededRandom } from './random.ts'

type NewReading = typeof odometerReadings.$inferInsert

const leastReadings = 2
const mostReadings = 4

/**
 * Odometer readings: at every completed visit by the technician (also stored on the job), and in between by the owner; and
 * the quarts technicians filled. Changes `planned`.
 */
export function planReadings(
  people: People,
  planned: readonly PlannedJob[],
  today: LocalDate,
): NewReading[] {
  // Its own random sequence, so other demo data stays the same.
  const random = seededRandom(17)
  return [people.main, ...people.households].flatMap((household) =>
    household.cars.flatMap((car) => {
      const drive = drivingOf(household, car, today)
      const visits = planned.filter(({ job }) => job.vehicleId === car.id && job.completedAt)
      for (const { job } of visits) {
        job.odometerMiles = drive(job.serviceDate)
        if (car.oilCapacity && random.chance(0.6))
          job.filledQuarts = Math.round(car.oilCapacity * 10 + random.whole(-1, 1)) / 10
      }
      const read = visits.slice(-mostReadings).map(({ job }) => ({
        vehicleId: car.id,
        readOn: job.serviceDate,
        miles: drive(job.serviceDate),
        readBy: job.technicianId,
      }))
      const dates = ownDates(household, today).filter((date) =>
        read.every(({ readOn }) => readOn !== date),
      )
      const wanted = Math.max(leastReadings, random.whole(leastReadings, mostReadings))
      const own = dates.slice(0, Math.max(0, wanted - read.length)).map((date) => ({
        vehicleId: car.id,
        readOn: date,
        miles: drive(date),
        readBy: household.user.id,
      }))
      return [...read, ...own]
    }),
  )

  /** A car's mileage on a date: a start value, then the same distance every day. */
  function drivingOf({ fleet }: Household, { year }: NewVehicle, today: LocalDate) {
    const perDay = fleet ? random.whole(60, 95) : random.whole(24, 46)
    const now = daysBetween(`${year}-06-01`, today) * random.whole(24, 36) + random.whole(0, 999)
    return (date: LocalDate) => Math.round(Math.max(0, now - perDay * daysBetween(date, today)))
  }
}

/** Dates on which the owner entered a reading: at sign-up, halfway, and recently. */
function ownDates({ user }: Household, today: LocalDate): LocalDate[] {
  const joined = businessDate(user.createdAt)
  const days = daysBetween(joined, today)
  const dates = [joined, addDays(today, -Math.min(days, 12)), addDays(joined, Math.floor(days / 2))]
  return [...new Set([...dates, today])]
}
