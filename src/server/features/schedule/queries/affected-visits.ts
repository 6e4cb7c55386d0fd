import { businessToday, startedSlots } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { bookableDates, freeSeatsBetween } from '#server/features/booking/queries.ts'
import {
  countJobsInWeekStarts,
  countJobsOutsideTimes,
  jobsInWeekStarts,
  jobsInTimes,
  jobsOutsideTimes,
} from '#server/features/jobs/queries.ts'
import { readWorker } from '#server/reads/roster.ts'
import { type SlotDays, slotDays, slotDaysInSql, weekStartDays } from '#server/reads/slot-days.ts'
import type { AffectedVisit } from '#shared/contract/closures.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { assignmentRefusal, type ExistingVisit, wantedVisit } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { type DayRange, isIn } from '#shared/rules/closure-days.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { proposeMoves } from '#shared/rules/propose-moves.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotsOfDay, type WantedTimes } from '#shared/rules/slot-times.ts'
import { overlapInSql, type Slot, slotLabel, slotOf } from '#shared/rules/slots.ts'
import {
  isOffered,
  lostWeekStarts,
  type WantedHours,
  type WeeklyHours,
  withHours,
} from '#shared/rules/weekly-hours.ts'

const mostShown = 200

/** The number of visits in a range that are unfinished and have not started. */
export async function countAffected(range: DayRange): Promise<number> {
  const { from, to, slots } = range
  const [row] = await queryRows(counted, {
    from,
    to,
    today: businessToday(),
    started: startedSlots(),
    ...slotDays({ from, only: slots }),
  })
  return row?.count ?? 0
}

/** The first of these visits, each with the nearest free times outside the range. */
export async function affectedVisits(person: Person, range: DayRange): Promise<AffectedVisit[]> {
  const jobs = await jobsInTimes(person, range, mostShown)
  return withProposals(jobs, (date, slot) => isIn(range, date, slot))
}

/**
 * Upcoming visits that changed weekly hours would leave at times no longer offered, with the nearest offered times, and
 * their number.
 */
export async function visitsOutsideHours(
  person: Person,
  hours: WeeklyHours,
): Promise<{ visits: AffectedVisit[]; count: number }> {
  const [settings, from] = [currentSettings(), businessToday()]
  const changed = withHours(settings, { weeklyHours: hours }, from)
  const lost = { from, ...weekStartDays(lostWeekStarts(from, settings, changed)) }
  const [jobs, count] = await Promise.all([
    jobsInWeekStarts(person, lost, mostShown),
    countJobsInWeekStarts(lost),
  ])
  const isClosed = (date: LocalDate, slot: Slot) => !isOffered(date, slot, changed)
  return { visits: await withProposals(jobs, isClosed), count }
}

const mostOutsideTimes = 50

/** The first active visits whose time would not be among their day's new times and hours, and their number. */
export async function visitsOutsideTimes(
  person: Person,
  wanted: WantedHours & { slotTimes: WantedTimes },
): Promise<{ visits: Job[]; count: number }> {
  const { from, replaces = from } = wanted.slotTimes
  const [settings, today] = [currentSettings(), businessToday()]
  const start = [today, from < replaces ? from : replaces].toSorted().at(-1) ?? from
  const all = withHours(settings, wanted, today)
  const lost = weekStartDays(lostWeekStarts(start, settings, all))
  const times = { start, ...slotDays({ from: start, all }), ...lost }
  const [visits, count] = await Promise.all([
    jobsOutsideTimes(person, times, mostOutsideTimes),
    countJobsOutsideTimes(times),
  ])
  return { visits, count }
}

type IsClosed = (date: LocalDate, slot: Slot) => boolean

/** Adds each visit's nearest free time that is not being closed. */
async function withProposals(jobs: readonly Job[], isClosed: IsClosed): Promise<AffectedVisit[]> {
  const { first, last } = bookableDates()
  const movable = jobs.filter(({ status }) => isNotStarted(status))
  if (!first || movable.length === 0) return jobs.map((job) => ({ job, proposal: null }))
  const today = businessToday()
  const technicianIds = [...new Set(movable.flatMap(({ technicianId }) => technicianId ?? []))]
  const [free, carDays, workers, existing] = await Promise.all([
    freeSeatsBetween(today, last),
    daysOfCars(movable, today, last),
    Promise.all(technicianIds.map((id) => readWorker(id, today))),
    queryRows<ExistingVisit>(ofTechnicians, [technicianIds, today, last]),
  ])
  const workersById = new Map(workers.flatMap((worker) => (worker ? [[worker.id, worker]] : [])))
  const existingByDay = Map.groupBy(existing, ({ date }) => date)
  const jobsById = new Map(movable.map((job) => [job.id, job]))
  const proposals = proposeMoves(
    movable.map(({ id, vehicleId, technicianId, scheduledDate: date, scheduledTime }) => ({
      id,
      vehicleId,
      technicianId,
      date,
      slot: slotOf(scheduledTime),
    })),
    {
      first,
      last,
      slotsOf: (date) => slotsOfDay(date, currentSettings()),
      freeSeats: (date, slot) => (isClosed(date, slot) ? 0 : free(date, slot)),
      isTaken: (vehicleId, date) => carDays.has(`${vehicleId} ${date}`),
      mayTake: ({ id, technicianId }, { date, slot }) => {
        const [job, worker] = [jobsById.get(id), workersById.get(technicianId ?? '')]
        if (!technicianId || !job) return true
        const there = { ...wantedVisit(job), date, slot }
        const others = existingByDay.get(date) ?? []
        return worker !== undefined && assignmentRefusal(worker, there, others) === null
      },
    },
  )
  return jobs.map((job) => {
    const place = proposals.get(job.id)
    return {
      job,
      proposal: place
        ? {
            scheduledDate: place.date,
            scheduledTime: slotLabel(place.slot),
            ...(place.alone && { technicianId: null }),
          }
        : null,
    }
  })
}

/** Days on which these visits' cars have another visit. */
async function daysOfCars(
  visits: readonly { id: string; vehicleId: string }[],
  from: LocalDate,
  to: LocalDate,
): Promise<Set<string>> {
  const [ids, cars] = [visits.map(({ id }) => id), visits.map(({ vehicleId }) => vehicleId)]
  const rows = await queryRows(ofCars, { cars, from, to, ids })
  return new Set(rows.map(({ key }) => key))
}

type Counted = SlotDays & {
  from: LocalDate
  to: LocalDate
  today: LocalDate
  started: readonly Slot[]
}
const counted = statement<{ count: number }, Counted>(
  'count-touched-visits',
  ($) => `select count(*)::int as count from jobs
    where service_date between ${$.from}::date and ${$.to}::date
      and exists (select from ${slotDaysInSql($)} closed where ${overlapInSql('jobs.slot', 'closed.slot')}
        and jobs.service_date between closed.first and closed.last)
      and (service_date <> ${$.today}::date or slot <> all(${$.started}::int[]))
      and status <> 'cancelled' and status <> 'completed'`,
)

type Cars = { cars: readonly string[]; from: LocalDate; to: LocalDate; ids: readonly string[] }
const ofCars = statement<{ key: string }, Cars>(
  'days-of-cars',
  ($) => `select vehicle_id || ' ' || service_date as key from jobs
    where vehicle_id = any(${$.cars}::uuid[]) and service_date between ${$.from}::date and ${$.to}::date
      and status <> 'cancelled' and id <> all(${$.ids}::uuid[])`,
)

const ofTechnicians = {
  name: 'visits-of-technicians',
  text: `select id, technician_id, service_date::text as date, slot from jobs
    where technician_id = any($1::uuid[]) and service_date between $2::date and $3::date
      and status <> 'cancelled'`,
}
