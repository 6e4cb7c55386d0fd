import { driverOf } from '#client/app/driving-distance.ts'
import { personName } from '#client/app/person-name.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import {
  assignmentRefusal,
  existingVisits,
  isAboutRoad,
  refusalPhrase,
  wantedVisit,
} from '#shared/rules/assignment.ts'
import type { Road } from '#shared/rules/road.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { overlap, slotOf } from '#shared/rules/slots.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { t, wording } from '#shared/texts/t.ts'
import { type BoardPosition, positionOf, type SlotFacts } from './board.ts'

/** A day's visits and slots, as far as known. */
type DayFacts = {
  jobs: readonly BoardVisit[]
  slots: readonly SlotFacts[]
  /** Undefined until it is loaded. */
  road?: Road | undefined
}

/** Why a visit should not go somewhere. `mayInsist`: only the road prevents it, so the office is asked. */
export type Refusal = { words: string; mayInsist: boolean }

/** Why a visit can't be moved; null if it can. */
export const whyFixed = (job: Pick<BoardVisit, 'status' | 'technicianLock'>): string | null =>
  isNotStarted(job.status)
    ? job.technicianLock === 'office'
      ? t('Locked. Remove the lock first.')
      : null
    : wording(alreadyInStatus(job.status))

/** Why a slot can't take a visit; null if it can. A visit may always stay put. */
export function refusal(
  job: BoardVisit,
  to: BoardPosition,
  { technician, ...day }: DayFacts & { technician: Technician | undefined },
): Refusal | null {
  const from = positionOf(job)
  const moves = from.date !== to.date || from.slot !== to.slot
  const isGiven = from.technicianId !== to.technicianId && to.technicianId !== null
  if (!moves && !isGiven) return null
  // Assigning a request takes a seat.
  const slot = day.slots.find(({ timeSlot }) => timeSlot === to.slot)
  const takesSeat = moves || (isGiven && job.needsConfirmation)
  const fixed =
    (takesSeat && slot ? slotRefusal(slot) : null) ??
    (moves && job.needsConfirmation && isGiven ? t('Confirm the request first') : null) ??
    (moves && isCarThere(job, to, day.jobs) ? t('This car has another visit at that time') : null)
  if (fixed) return { words: fixed, mayInsist: false }
  return to.technicianId === null
    ? null
    : technicianRefusal(job, to, technician, day.jobs, day.road)
}

export function slotRefusal({ status, booked, capacity, isBlocked }: SlotFacts): string | null {
  if (status === 'past') return t('Past')
  if (status === 'closed') return t('Closed')
  if (isBlocked) return t('Blocked')
  return booked >= capacity ? t('Full') : null
}

/** Why a technician can't do a visit there; `jobs`: the known visits of that day. Without `road`, drives don't count. */
export function technicianRefusal(
  job: BoardVisit,
  to: Pick<BoardPosition, 'date' | 'slot'>,
  technician: Technician | undefined,
  jobs: readonly BoardVisit[],
  road?: Road,
): Refusal | null {
  if (!technician) return { words: t('May not take visits'), mayInsist: false }
  const wanted = wantedVisit(job, { scheduledDate: to.date, scheduledTime: to.slot })
  const found = assignmentRefusal(driverOf(technician), wanted, existingVisits(jobs), road)
  if (!found) return null
  // The row already names the technician.
  const words =
    found.reason === 'busy'
      ? t('Has another visit at that time')
      : wording(refusalPhrase(personName(technician), found, { formatDay, formatClock }))
  return { words, mayInsist: isAboutRoad(found) }
}

const isCarThere = (job: BoardVisit, to: BoardPosition, jobs: readonly BoardVisit[]) =>
  jobs.some(
    (other) =>
      other.id !== job.id &&
      other.vehicleId === job.vehicleId &&
      other.status !== 'cancelled' &&
      other.scheduledDate === to.date &&
      overlap(slotOf(other.scheduledTime), slotOf(to.slot)),
  )
