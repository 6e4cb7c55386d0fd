import { personName } from '#client/app/person-name.ts'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { type SlotLabel, slots } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'

export type Block = { timeSlot: SlotLabel; isBlocked: boolean; blockedReason: string }
export type BoardColumn = { id: string | null; name: string; jobs: number }
export type BoardRow = Block & { jobs: Job[]; cells: Job[][] }
export type Board = { columns: BoardColumn[]; rows: BoardRow[] }

/**
 * A day as slots × technicians. Every active technician has a column, and so has anybody else who has a visit
 * that day; the visits nobody has come first.
 */
export function buildBoard(
  jobs: readonly Job[],
  blocks: readonly Block[],
  technicians: readonly Technician[],
): Board {
  const live = jobs.filter((job) => job.status !== 'cancelled')
  const active = technicians
    .filter(({ status }) => status === 'active')
    .map((technician) => ({ id: technician.id, name: personName(technician) }))
  const others = live
    .flatMap((job) => job.technician ?? [])
    .filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
    .filter(({ id }) => !active.some((one) => one.id === id))
  const columns = [{ id: null, name: t('Unassigned') }, ...active, ...others].map(
    ({ id, name }) => ({
      id,
      name,
      jobs: live.filter((job) => job.technicianId === id).length,
    }),
  )
  const rows = slots.map(({ label }) => {
    const inSlot = live.filter((job) => job.scheduledTime === label)
    const block = blocks.find(({ timeSlot }) => timeSlot === label)
    return {
      timeSlot: label,
      isBlocked: block?.isBlocked ?? false,
      blockedReason: block?.blockedReason ?? '',
      jobs: inSlot,
      cells: columns.map(({ id }) => inSlot.filter((job) => job.technicianId === id)),
    }
  })
  return { columns, rows }
}

/** A day counts as blocked when all of its slots are. */
export const isDayBlocked = (blocks: readonly Block[]) =>
  blocks.length > 0 && blocks.every(({ isBlocked }) => isBlocked)

/** Visits that a block leaves standing, and that the admin should know of first. */
export const affectedJobs = (rows: readonly BoardRow[]) =>
  rows.flatMap((row) => row.jobs).filter((job) => isActiveJob(job.status))

type Visit = Pick<Job, 'id' | 'technicianId' | 'scheduledDate' | 'scheduledTime' | 'status'>

/** Ids of the technicians who have another live visit in the slot of this one. */
export function busyTechnicians(visit: Visit, all: readonly Visit[]): Set<string | null> {
  const others = all.filter(
    ({ id, scheduledDate, scheduledTime, status }) =>
      id !== visit.id &&
      scheduledDate === visit.scheduledDate &&
      scheduledTime === visit.scheduledTime &&
      isActiveJob(status),
  )
  return new Set(others.map(({ technicianId }) => technicianId))
}
