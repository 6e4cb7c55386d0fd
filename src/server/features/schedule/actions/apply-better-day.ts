import { queryRows, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { happened } from '#server/events/happened.ts'
import { transitionJob } from '#server/features/jobs/actions/change-job.ts'
import { beyondRoad, lockDay } from '#server/features/jobs/actions/place-on-road.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { lockWorker } from '#server/reads/roster.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import type { OptimizedDay } from '#shared/contract/dispatch.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { undrivable } from '#shared/rules/optimize-day.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { describeDay, proposeBetterDay, readDayNow } from '../queries/propose-better-day.ts'

type Move = { jobId: string; from: string | null; to: string | null }
type Wanted = {
  version?: string | undefined
  moves?: readonly Move[] | undefined
  /** The moves undo earlier ones, so the day need not be drivable if it was not before. */
  undo?: boolean | undefined
}

/**
 * Makes all moves of a day, by default the best ones, and returns the day before and after them, with its new version. Throws Conflict, without any change, when
 * the day is no longer of the `version` or the moves cannot be driven.
 */
export async function applyBetterDay(
  person: Person,
  date: LocalDate,
  { version, moves: given, undo = false }: Wanted,
): Promise<OptimizedDay> {
  // Runs before the lock because it may take a second.
  const moves = given ?? (await proposeBetterDay(date)).moves
  try {
    return await transaction(() => apply(person, date, { version, moves, undo }))
  } catch (error) {
    if (isUniqueViolation(error, 'jobs_technician_busy')) throw dayChanged()
    throw error
  }
}

const locking = {
  name: 'lock-moved-visits',
  text: 'select id from jobs where id = any($1::uuid[]) order by id for update',
}

async function apply(
  person: Person,
  date: LocalDate,
  { version, moves, undo }: Wanted & { moves: readonly Move[] },
): Promise<OptimizedDay> {
  await lockDay(date)
  const technicianIds = [...new Set(moves.flatMap(({ to }) => to ?? []))].toSorted()
  for (const id of technicianIds) if (!(await lockWorker(id, date))) throw dayChanged()
  // `lockDay` does nothing unless the road decides, so concurrent changes by the office wait here.
  await queryRows(locking, [moves.map(({ jobId }) => jobId)])
  const found = await readDayNow(date)
  if (found.version !== version) throw dayChanged()
  const then = new Map(found.day.visits.map(({ id, technicianId }) => [id, technicianId]))
  for (const { jobId, from, to } of moves) {
    const isLocked = found.locked.some((one) => one.jobId === jobId)
    if (isLocked || then.get(jobId) !== from) throw dayChanged()
    then.set(jobId, to)
  }
  const refused = undrivable(found.day, then)
  if (refused.length > 0 && !undo)
    throw new Conflict(phrase('A technician could not be in time then. Nothing was changed.'), {
      reason: 'travel',
    })
  const jobs = await readTheseJobs(moves.map(({ jobId }) => jobId))
  // Unassigns everyone first, so that two visits at the same time can swap technicians.
  for (const job of jobs)
    if (job.technicianId) await transitionJob(person, job, 'unassign', { technicianId: null })
  for (const { jobId, to } of moves) {
    const job = jobs.find(({ id }) => id === jobId)
    if (job) await give(person, job, to)
    if (job && refused.includes(jobId))
      await happened(beyondRoad(person, { ...job, technicianId: to }))
  }
  slotsChanged(date)
  const { version: newVersion } = await readDayNow(date)
  const made = moves.map((move) => ({ ...move }))
  return describeDay({ ...found, version: newVersion }, then, made)
}

async function give(person: Person, before: JobRow, technicianId: string | null): Promise<void> {
  const free: JobRow = { ...before, status: 'scheduled', technicianId: null }
  const job = { ...before, technicianId }
  const time = { date: job.serviceDate, slot: job.slot }
  const { technicianId: formerTechnicianId } = before
  if (technicianId) {
    await transitionJob(person, free, 'assign', { technicianId })
    const data = { ...time, technicianId, formerTechnicianId, confirms: false }
    await happened({ event: 'job_assigned', job, by: person.id, data })
  } else if (formerTechnicianId)
    await happened({
      event: 'job_unassigned',
      job,
      by: person.id,
      data: { ...time, formerTechnicianId },
    })
}

const dayChanged = () =>
  new Conflict(
    phrase('This day has changed in the meantime. Nothing was changed; please look at it again.'),
    { reason: 'stale' },
  )
