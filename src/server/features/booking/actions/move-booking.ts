import { transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { moveJob } from '#server/features/jobs/actions/move-job.ts'
import { movesAreUsedUp, vehicleDayIsFull } from '#server/features/jobs/actions/booking-caps.ts'
import {
  type PromotionChoice,
  recheckPromotion,
} from '#server/features/promotions/actions/recheck-promotion.ts'
import { loadJob } from '#server/reads/visits.ts'
import { type JobRow, visitOf } from '#server/reads/job-row.ts'
import { placeOf } from '#server/features/service-area/queries.ts'
import { Forbidden } from '#server/http/errors.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type SlotLabel, slotByLabel, slotOf } from '#shared/rules/slots.ts'
import { movesUsedUp, vehicleDayFull } from '../cap-refusals.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import {
  assertOffered,
  checkVisitTime,
  isOpen,
  outOfReachAt,
  slotLost,
  vehicleBusy,
  type VisitTime,
} from '../visit-time.ts'
import { assignBooking } from './assign-booking.ts'

const mostTries = 100

type Place = {
  scheduledDate: string
  scheduledTime: SlotLabel
  technicianId?: string | null | undefined
}

type Wanted = Place & {
  seen?: Place | undefined
  promotion?: PromotionChoice | undefined
  /** Office only: whether or not a technician can be there in time. */
  beyondRoad?: boolean | undefined
  /** Runs before the move, in its transaction; undone without the move. */
  first?: () => Promise<void>
}

/**
 * Moves a visit that has not started to another slot; price and payment stay, except for a code that is not for its new day. Keeps its technician unless the office names
 * one; when they cannot take it, the office gets an error, and for a customer another technician or none is assigned. Throws
 * Forbidden when anyone else names a technician, NotFound, Invalid for a date that cannot be booked, Conflict when it is too
 * late, the slot is gone, the technician may not take it, the car has a visit that day
 * or the customer has moved visits too often that day.
 */
export async function moveBooking(person: Person, id: string, wanted: Wanted): Promise<void> {
  const { technicianId, seen } = wanted
  const byOffice = person.role === 'admin'
  if ((technicianId !== undefined || wanted.beyondRoad) && !byOffice) throw new Forbidden()
  const before = await loadJob(person, id, mayManageBooking)
  const slot = slotByLabel(wanted.scheduledTime)
  if (before.serviceDate === wanted.scheduledDate && before.slot === slot) {
    if (technicianId === undefined) return
    const whose = seen?.technicianId
    return assignBooking(person, id, {
      technicianId,
      beyondRoad: wanted.beyondRoad,
      seen: whose === undefined ? undefined : { technicianId: whose },
    })
  }
  const time = checkVisitTime(wanted.scheduledDate, wanted.scheduledTime, { byOffice })
  await assertOffered(time)
  const moved = await tryToMove(person, before, { ...wanted, time })
  slotsChanged(moved.serviceDate)
  slotsChanged(time.date)
}

/** Rolls back the transaction when the visit cannot be moved; `why` is what `moveJob` returned. */
class NotMoved extends Error {
  readonly why: 'travel' | undefined
  constructor(why: 'travel' | undefined) {
    super('The visit was not moved.')
    this.why = why
  }
}

async function tryToMove(
  person: Person,
  before: JobRow,
  { time, seen: place, technicianId, promotion, beyondRoad, first }: Wanted & { time: VisitTime },
) {
  const seen = place && {
    date: place.scheduledDate,
    slot: slotOf(place.scheduledTime),
    technicianId: place.technicianId,
  }
  const to = { serviceDate: time.date, slot: time.slot, startsAt: time.startsAt }
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      const moved = await transaction(async () => {
        await first?.()
        if (person.role !== 'admin') {
          if (await movesAreUsedUp(before.customerId)) throw movesUsedUp()
          if (await vehicleDayIsFull(before, time.date)) throw vehicleDayFull(time, 'scheduledDate')
        }
        const moved = await moveJob(person, before.id, { ...to, seen, technicianId, beyondRoad })
        if (moved && moved !== 'travel') await recheckPromotion(person, before.id, promotion)
        // What came first must not stay without the move.
        else if (first) throw new NotMoved(moved)
        return moved
      }).catch((error: unknown) => {
        if (error instanceof NotMoved) return error.why
        throw error
      })
      if (moved === 'travel') {
        if (!(await isOpen(time))) break
        const { minutes, skill } = visitOf(before)
        throw await outOfReachAt(
          { ...time, minutes, skill, place: await placeOf(before) },
          person.role === 'admin',
          [before.id],
        )
      }
      if (moved) return moved
      // With a seat left, the visit itself was changed: check it again.
      if (!(await isOpen(time))) break
    } catch (error) {
      if (isUniqueViolation(error, 'jobs_vehicle_busy')) throw await vehicleBusy(time)
      // Another process took the lowest free seat: try again.
      if (!isUniqueViolation(error)) throw error
    }
  }
  throw await slotLost(time)
}
