import { personName } from '#client/app/person-name.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import {
  assignmentRefusal,
  placedVisits,
  refusalPhrase,
  wantedVisit,
} from '#shared/rules/assignment.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { formatClock, formatDay } from '#shared/texts/format.ts'
import { t, wording } from '#shared/texts/t.ts'
import { type BoardPosition, positionOf, type SlotFacts } from './board.ts'

/** What is known of the day that a visit is to be placed on. */
export type DayFacts = { jobs: readonly BoardVisit[]; slots: readonly SlotFacts[] }

/** Why a visit cannot leave its place; null: it can. */
export const whyFixed = (job: BoardVisit): string | null =>
  isNotStarted(job.status) ? null : wording(alreadyInStatus(job.status))

/** Why a place on a day cannot take a visit, in a few words; null: it can. Where the visit is it may stay. */
export function refusal(
  job: BoardVisit,
  to: BoardPosition,
  { technician, ...day }: DayFacts & { technician: Technician | undefined },
): string | null {
  const from = positionOf(job)
  const moves = from.date !== to.date || from.slot !== to.slot
  const isGiven = from.technicianId !== to.technicianId && to.technicianId !== null
  if (!moves && !isGiven) return null
  // A request that is given to somebody takes a seat by that.
  const slot = day.slots.find(({ timeSlot }) => timeSlot === to.slot)
  const takesSeat = moves || (isGiven && job.needsConfirmation)
  return (
    (takesSeat && slot ? slotRefusal(slot) : null) ??
    (moves && job.needsConfirmation && isGiven ? t('Confirm the request first') : null) ??
    (moves && isCarThere(job, to, day.jobs) ? t('This car has another visit then') : null) ??
    (to.technicianId === null ? null : technicianRefusal(job, to, technician, day.jobs))
  )
}

/** Why nobody can be put into a slot. */
export function slotRefusal({ status, booked, capacity, isBlocked }: SlotFacts): string | null {
  if (status === 'past') return t('Past')
  if (status === 'closed') return t('Closed')
  if (isBlocked) return t('Blocked')
  return booked >= capacity ? t('Full') : null
}

/** Why a technician cannot do a visit there; `jobs` are those of that day, as far as they are known. */
export function technicianRefusal(
  job: BoardVisit,
  to: Pick<BoardPosition, 'date' | 'slot'>,
  technician: Technician | undefined,
  jobs: readonly BoardVisit[],
): string | null {
  if (!technician) return t('May not take visits')
  const wanted = wantedVisit(job, { scheduledDate: to.date, scheduledTime: to.slot })
  const found = assignmentRefusal(technician, wanted, placedVisits(jobs))
  if (!found) return null
  // Whose row it is stands beside it.
  if (found.reason === 'busy') return t('Has another visit then')
  return wording(refusalPhrase(personName(technician), found, { formatDay, formatClock }))
}

const isCarThere = (job: BoardVisit, to: BoardPosition, jobs: readonly BoardVisit[]) =>
  jobs.some(
    (other) =>
      other.id !== job.id &&
      other.vehicleId === job.vehicleId &&
      other.status !== 'cancelled' &&
      other.scheduledDate === to.date &&
      other.scheduledTime === to.slot,
  )
