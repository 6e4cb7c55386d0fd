import { businessToday } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'
import { readWorker } from '#server/reads/roster.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { assignmentRefusal, type ExistingVisit } from '#shared/rules/assignment.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import type { Person } from '#shared/rules/roles.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { toJob, visitOf } from '#server/reads/job-row.ts'
import { readJobs } from '#server/reads/visits.ts'

/** Age limit of a technician's list; older visits can be opened by their link. */
const technicianHistoryDays = 30

/** A technician's visits from 30 days ago on, ordered by start. */
export async function jobsOfTechnician(person: Person): Promise<Job[]> {
  const rows = await readJobs({
    name: 'jobs-of-technician',
    pick: ($) => `select * from jobs
      where technician_id = ${$.id} and status <> 'cancelled' and service_date >= ${$.since}::date
      order by service_date, slot limit 500`,
    values: { id: person.id, since: addDays(businessToday(), -technicianHistoryDays) },
  })
  return rows.map((row) => toJob(person, row))
}

const longestQueue = 100

/** Unassigned visits from today on that a technician may take, earliest first; none when only the operator assigns. */
export async function unassignedJobs(person: Person): Promise<Job[]> {
  if (!currentSettings().technicianSelfAssign) return []
  const today = businessToday()
  const [worker, ownVisits, rows] = await Promise.all([
    readWorker(person.id, today),
    queryRows<ExistingVisit>(ownVisitsStatement, [person.id, today]),
    readJobs({
      name: 'jobs-unassigned',
      pick: (
        $,
      ) => `select * from jobs where status = 'scheduled' and not needs_confirmation and service_date >= ${$.today}::date
        order by service_date, slot limit 500`,
      values: { today },
    }),
  ])
  return rows
    .filter((row) => worker && !assignmentRefusal(worker, visitOf(row), ownVisits))
    .slice(0, longestQueue)
    .map((row) => toJob(person, row))
}

const ownVisitsStatement = {
  name: 'visits-of-technician',
  text: `select id, technician_id, service_date::text as date, slot from jobs
    where technician_id = $1 and service_date >= $2::date and status <> 'cancelled'`,
}

/** A technician's visits not started yet on business-local dates, both included, for the office. */
export async function notStartedVisits(
  person: Person,
  technicianId: string,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<Job[]> {
  const rows = await readJobs({
    name: 'visits-to-do',
    pick: (
      $,
    ) => `select * from jobs where technician_id = ${$.technicianId} and service_date between ${$.from}::date and ${$.to}::date
      and status in ('scheduled', 'assigned')`,
    values: { technicianId, from, to },
  })
  return rows.map((row) => toJob(person, row))
}

/** A technician's visits from today on, as the person asking sees them. */
export async function visitsAhead(
  person: Person,
  technicianId: string,
  limit: number,
): Promise<Job[]> {
  const rows = await readJobs({
    name: 'visits-ahead-of-technician',
    pick: ($) => `select * from jobs where technician_id = ${$.technicianId}
      and (service_date >= ${$.today}::date and status <> 'cancelled' or status = 'in_progress')
      order by service_date, slot limit ${$.limit}`,
    values: { technicianId, today: businessToday(), limit },
  })
  return rows.map((row) => toJob(person, row))
}

/** The visits a technician is working on, or left unfinished, for the office. */
export async function visitsUnderWay(person: Person, technicianId: string): Promise<Job[]> {
  const rows = await readJobs({
    name: 'visits-under-way-of-technician',
    pick: (
      $,
    ) => `select * from jobs where technician_id = ${$.technicianId} and status = 'in_progress'
      order by service_date, slot limit 50`,
    values: { technicianId },
  })
  return rows.map((row) => toJob(person, row))
}
