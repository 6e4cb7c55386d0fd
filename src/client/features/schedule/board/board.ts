import { wayBetween } from '#client/app/driving-distance.ts'
import { personName } from '#client/app/person-name.ts'
import type { BoardVisit, ScheduleDay } from '#shared/contract/dispatch.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import { absence } from '#shared/rules/assignment.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { type SlotLabel, slots } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'

export type SlotFacts = ScheduleDay['slots'][number]
/** A slot of the day with its visits; `booked` counts them as they are on the screen. */
export type SlotRow = SlotFacts & { jobs: BoardVisit[] }
/** One technician's day, a cell for each slot; without a technician the tray of those nobody has. */
export type TechnicianRow = {
  id: string | null
  name: string
  /** Undefined for the tray, and for somebody who may take visits no more. */
  technician: Technician | undefined
  visits: number
  cells: BoardVisit[][]
  /** Whether they do not work then, for each slot. */
  away: boolean[]
}
export type Board = { slots: SlotRow[]; rows: TechnicianRow[] }

/**
 * A day as technicians × slots. Those nobody has come first; every active technician has a row, and so has anybody
 * else who has a visit that day. Cancelled visits are not on it, requests come after the visits of their cell.
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
  const cells = Map.groupBy(live, (job) => cellKey(job.technicianId, job.scheduledTime))
  return {
    slots: facts.map((slot) => {
      const inSlot = live.filter((job) => job.scheduledTime === slot.timeSlot)
      return {
        ...slot,
        jobs: inSlot,
        booked: inSlot.filter((job) => !job.needsConfirmation).length,
      }
    }),
    rows: people.map(({ id, name, technician }) => {
      const own = facts.map(({ timeSlot }) => cells.get(cellKey(id, timeSlot)) ?? [])
      const away = slots.map(
        ({ number }) => technician !== undefined && absence(technician, date, number) !== null,
      )
      return { id, name, technician, visits: own.flat().length, cells: own, away }
    }),
  }
}

export const cellKey = (technicianId: string | null, slot: string) =>
  `${technicianId ?? ''}|${slot}`

/** A day counts as blocked when all of its slots are. */
export const isDayBlocked = (blocks: readonly { isBlocked: boolean }[]) =>
  blocks.length > 0 && blocks.every(({ isBlocked }) => isBlocked)

/** Visits that a block leaves standing, and that the admin should know of first. */
export const affectedJobs = (rows: readonly { jobs: BoardVisit[] }[]) =>
  rows.flatMap((row) => row.jobs).filter((job) => isActiveJob(job.status))

/** Where a visit is, or is to be. */
export type BoardPosition = { date: string; slot: SlotLabel; technicianId: string | null }

export const positionOf = (job: BoardVisit): BoardPosition => ({
  date: job.scheduledDate,
  slot: job.scheduledTime as SlotLabel,
  technicianId: job.technicianId,
})

/** For each visit of one technician's day in order the way from the one before. */
export function travelBetween(visits: readonly BoardVisit[]): Map<string, string> {
  const ways = new Map<string, string>()
  visits.forEach((visit, at) => {
    const before = visits[at - 1]
    const way = before && wayBetween(before, visit)
    if (way) ways.set(visit.id, way)
  })
  return ways
}
