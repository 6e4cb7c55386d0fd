import { now } from '#server/base/clock.ts'
import { transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { moveJob } from '#server/features/jobs/actions/move-job.ts'
import { vehicleDayIsFull } from '#server/features/jobs/actions/limit-bookings.ts'
import { type JobRow, loadJob } from '#server/features/jobs/queries.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type SlotLabel, slotByLabel } from '#shared/rules/slots.ts'
import { vehicleDayFull } from '../booking-limits.ts'
import { slotsChanged } from '../slot-changes.ts'
import { checkVisitTime, isOpen, slotLost, vehicleBusy, type VisitTime } from '../visit-time.ts'

const mostTries = 100

type Place = { scheduledDate: string; scheduledTime: SlotLabel }

/**
 * Moves a visit that has not started to another slot; price and payment stay. Its technician comes along, or
 * who goes there is named by the office; where they cannot, another is sent to a customer, or nobody yet. Throws NotFound,
 * Invalid for a date that cannot be booked, Conflict when it is too late, the slot is gone, the car has a visit on that
 * day or, for the office, the technician may not take it then.
 */
export async function moveBooking(
  person: Person,
  id: string,
  wanted: Place & { seen?: Place | undefined; technicianId?: string | null | undefined },
): Promise<void> {
  const before = await loadJob(person, id, mayManageBooking)
  const time = checkVisitTime(wanted.scheduledDate, wanted.scheduledTime)
  if (before.serviceDate === time.date && before.slot === time.slot.number) return
  if (time.startsAt <= now()) throw await slotLost(time)
  const moved = await tryToMove(person, before, { ...wanted, time })
  slotsChanged(moved.serviceDate)
  slotsChanged(time.date)
}

async function tryToMove(
  person: Person,
  before: JobRow,
  {
    time,
    seen: place,
    technicianId,
  }: { time: VisitTime; seen?: Place | undefined; technicianId?: string | null | undefined },
) {
  const seen = place && {
    date: place.scheduledDate,
    slot: slotByLabel(place.scheduledTime)?.number ?? 0,
  }
  const to = { serviceDate: time.date, slot: time.slot.number, startsAt: time.startsAt }
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      const moved = await transaction(async () => {
        if (person.role !== 'admin' && (await vehicleDayIsFull(before, time.date)))
          throw vehicleDayFull(time, 'scheduledDate')
        return moveJob(person, before.id, { ...to, seen, technicianId })
      })
      if (moved) return moved
      // With a seat left, somebody changed the visit itself: look at it again.
      if (!(await isOpen(time))) break
    } catch (error) {
      if (isUniqueViolation(error, 'jobs_vehicle_slot')) throw await vehicleBusy(time)
      // Another process took the seat that was the smallest free one: look again.
      if (!isUniqueViolation(error)) throw error
    }
  }
  throw await slotLost(time)
}
