import { type Leg, legBetween, legToFirst } from '#client/app/driving-distance.ts'
import { personName } from '#client/app/person-name.ts'
import type { BoardVisit, ScheduleDay } from '#shared/contract/dispatch.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { absence } from '#shared/rules/assignment.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import type { KnownRoad } from '#shared/rules/day-road.ts'
import { slotShowing } from '#shared/rules/slot-times.ts'
import { type SlotLabel, slotLabel, slotOf } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'

export type SlotFacts = ScheduleDay['slots'][number]
/** A slot with its visits; `booked` includes unsaved moves. */
export type SlotRow = SlotFacts & { jobs: BoardVisit[] }
/** A technician's day with a cell per slot; the row without a technician holds unassigned visits. */
export type TechnicianRow = {
  id: string | null
  name: string
  /** Undefined for unassigned visits, and for inactive technicians. */
  technician: Technician | undefined
  visits: number
  cells: BoardVisit[][]
  /** Whether they are off, per slot. */
  away: boolean[]
}
export type Board = { slots: SlotRow[]; rows: TechnicianRow[] }

/**
 * A day as technicians × slots. Unassigned visits come first; each active technician has a row, as does anyone else with a
 * visit that day. Cancelled visits are left out, requests come last in their cell.
 */
export function buildBoard(
  date: string,
  jobs: readonly BoardVisit[],
  facts: readonly SlotFacts[],
  technicians: readonly Technician[],
): Board {
  const live = jobs
    .filter((job) => job.status !== 'cancelled')
    .toSorted((a, b) => Number(a.needsConfirmation) - Number(b.needsConfirmation))
  const active = technicians
    .filter(({ status }) => status === 'active')
    .map((technician) => ({ id: technician.id, name: personName(technician), technician }))
  const known = new Set(active.map(({ id }) => id))
  const others = new Map(
    live.flatMap(({ technician }) =>
      technician && !known.has(technician.id) ? [[technician.id, technician.name] as const] : [],
    ),
  )
  const people = [
    { id: null, name: t('Unassigned'), technician: undefined },
    ...active,
    ...[...others].map(([id, name]) => ({
      id,
      name: name || t('Technician'),
      technician: undefined,
    })),
  ]
  const slots = facts.map(({ timeSlot }) => slotOf(timeSlot))
  // A visit outside the day's times is shown at the first one it overlaps.
  const columnOf = (job: BoardVisit) =>
    slotLabel(slotShowing(slotOf(job.scheduledTime), slots) ?? slotOf(job.scheduledTime))
  const cells = Map.groupBy(live, (job) => cellKey(job.technicianId, columnOf(job)))
  return {
    slots: facts.map((slot) => {
      const inSlot = live.filter((job) => columnOf(job) === slot.timeSlot)
      return {
        ...slot,
        jobs: inSlot,
        booked: inSlot.filter((job) => !job.needsConfirmation).length,
      }
    }),
    rows: people.map(({ id, name, technician }) => {
      const own = facts.map(({ timeSlot }) => cells.get(cellKey(id, timeSlot)) ?? [])
      const away = facts.map(
        ({ timeSlot }) =>
          technician !== undefined && absence(technician, date, slotOf(timeSlot)) !== null,
      )
      return { id, name, technician, visits: own.flat().length, cells: own, away }
    }),
  }
}

export const cellKey = (technicianId: string | null, slot: string) =>
  `${technicianId ?? ''}|${slot}`

/** Whether all slots are blocked. */
export const isDayBlocked = (blocks: readonly Pick<SlotFacts, 'isBlocked' | 'status'>[]) => {
  const ahead = blocks.filter(({ status }) => status !== 'past')
  return ahead.length > 0 && ahead.every(({ isBlocked }) => isBlocked)
}

/** Active visits in these rows, which a block leaves in place. */
export const affectedJobs = (rows: readonly { jobs: BoardVisit[] }[]) =>
  rows.flatMap((row) => row.jobs).filter((job) => isActiveJob(job.status))

export type BoardPosition = { date: string; slot: SlotLabel; technicianId: string | null }

export const positionOf = (job: BoardVisit): BoardPosition => ({
  date: job.scheduledDate,
  slot: job.scheduledTime as SlotLabel,
  technicianId: job.technicianId,
})

/** The drive to each visit of a technician's ordered day: to the first one, and from each to the next. */
export function legsOf(
  visits: readonly BoardVisit[],
  road: KnownRoad | undefined,
): Map<string, Leg> {
  const legs = new Map<string, Leg>()
  visits.forEach((visit, at) => {
    const before = visits[at - 1]
    const leg = before
      ? legBetween(before, visit, road)
      : legToFirst(visit.technicianId, visit, road)
    if (leg) legs.set(visit.id, leg)
  })
  return legs
}
