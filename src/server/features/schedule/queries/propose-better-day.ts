import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { slotStart } from '#server/base/business-time.ts'
import { services } from '#server/adapters/services.ts'
import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { readRoadDay, type RoadFacts } from '#server/features/jobs/queries/road-days.ts'
import { loadMiles } from '#server/reads/drives.ts'
import type { OptimizedDay } from '#shared/contract/dispatch.ts'
import { assignmentRefusal } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { isNotStarted, type JobStatus, type TechnicianLock } from '#shared/rules/jobs.ts'
import {
  assignedBy,
  type Assigned,
  type Driven,
  drivenBy,
  drivesOn,
  movesTo,
  routesProblem,
} from '#shared/rules/optimize-day.ts'
import type { RoutesProblem } from '#shared/rules/shortest-routes.ts'
import { t } from '#shared/texts/t.ts'

type Lock = OptimizedDay['locked'][number]
/** The current state of a date. `locked`: visits that keep their technician. */
type DayNow = { day: RoadFacts; locked: readonly Lock[]; version: string }

/** The technicians with the least driving for a date's visits. */
export async function proposeBetterDay(date: LocalDate): Promise<OptimizedDay> {
  const found = await readDayNow(date)
  const locked = new Set(found.locked.map(({ jobId }) => jobId))
  const problem = routesProblem(found.day, locked)
  // The log and the system page show the reason for a failure.
  const elsewhere = await services()
    .optimizer?.routes(problem)
    .catch(() => undefined)
  const then = assignedBy(found.day, await inWorker(problem, elsewhere))
  return describeDay(found, then, movesTo(found.day, then))
}

/** A day's current drives, and those with the technicians of `then`. */
export async function describeDay(
  { day, locked, version }: DayNow,
  then: Assigned,
  moves: OptimizedDay['moves'],
): Promise<OptimizedDay> {
  const miles = await loadMiles([...drivesOn(day), ...drivesOn(day, then)])
  const [drivenNow, drivenThen] = [drivenBy(day, undefined, miles), drivenBy(day, then, miles)]
  const none = { minutes: 0, miles: 0 }
  return {
    moves,
    before: sum(drivenNow),
    after: sum(drivenThen),
    technicians: day.technicians.map(({ id, name }) => ({
      id,
      name,
      before: drivenNow.get(id) ?? none,
      after: drivenThen.get(id) ?? none,
    })),
    unassigned: day.visits
      .filter(({ id }) => then.get(id) === null)
      .map((visit) => ({
        jobId: visit.id,
        reason: day.technicians.some((one) => assignmentRefusal(one, visit, [], day.road) === null)
          ? t('No technician can be there in time between their other visits.')
          : t('No technician works then, has the skill and is near enough.'),
      })),
    // Times held for the waitlist stay too, but are not visits.
    locked: [...locked.filter(({ reason }) => reason !== ''), ...onlyTheirs(day, locked)],
    version,
  }
}

/** Visits that no one else has the skill for. */
const onlyTheirs = (day: RoadFacts, locked: readonly Lock[]): Lock[] =>
  day.visits
    .filter(
      (visit) =>
        visit.skill &&
        visit.technicianId &&
        !locked.some(({ jobId }) => jobId === visit.id) &&
        day.technicians.every(
          (one) =>
            one.id === visit.technicianId || assignmentRefusal(one, visit, [])?.reason === 'skill',
        ),
    )
    .map(({ id }) => ({ jobId: id, reason: t('No one else has the skill.') }))

const sum = (driven: ReadonlyMap<string, Driven>): Driven => {
  const all = [...driven.values()]
  const miles = all.reduce((total, one) => total + one.miles, 0)
  return {
    minutes: all.reduce((total, one) => total + one.minutes, 0),
    miles: Math.round(miles * 10) / 10,
  }
}

/** Reads a date for `proposeBetterDay`. */
export async function readDayNow(date: LocalDate): Promise<DayNow> {
  type Row = {
    id: string
    status: JobStatus
    communicationActive: boolean
    technicianLock: TechnicianLock | null
  }
  const text =
    "select id, status, communication_active, technician_lock from jobs where service_date = $1::date and status <> 'cancelled' order by id"
  const [day, statuses] = await Promise.all([
    readRoadDay({ date }),
    queryRows<Row>({ name: 'statuses-of-day', text }, [date]),
  ])
  const locked = day.visits.flatMap(({ id, slot, technicianId, isHeld }): Lock[] => {
    if (!technicianId) return []
    if (isHeld) return [{ jobId: id, reason: '' }]
    const known = statuses.find((one) => one.id === id)
    if (!known || !isNotStarted(known.status))
      return [{ jobId: id, reason: t('The work has started or is done.') }]
    if (known.communicationActive)
      return [{ jobId: id, reason: t('Its technician is on the way.') }]
    if (slotStart(date, slot) <= now()) return [{ jobId: id, reason: t('Its time has begun.') }]
    if (known.technicianLock === 'office')
      return [{ jobId: id, reason: t('The office has locked it to its technician.') }]
    if (known.technicianLock)
      return [{ jobId: id, reason: t('The customer was promised this technician.') }]
    return []
  })
  const facts = [
    day.visits.map(({ id, slot, technicianId }) => [id, slot, technicianId]),
    day.technicians.map(({ ref, daysOff }) => [ref, daysOff]),
    locked.map(({ jobId }) => jobId),
  ]
  const version = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
  return { day, locked, version }
}

// In the sources it is next to this module, in the build next to all modules.
const workerUrl = new URL(
  import.meta.url.endsWith('.ts') ? '../routes-worker.ts' : './routes-worker.mjs',
  import.meta.url,
)

/** `shortestRoutes` in a thread of its own, so that the server answers in the meantime. */
const inWorker = (problem: RoutesProblem, found?: readonly number[]): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerUrl, { workerData: { problem, found } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
