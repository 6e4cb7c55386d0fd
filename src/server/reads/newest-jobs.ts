import { isSlotKey, isUuidKey } from '#server/http/paging.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isLocalDate } from '#shared/rules/calendar.ts'
import type { Person } from '#shared/rules/roles.ts'
import { reportPaths } from '#server/reads/inspections.ts'
import { toJob } from '#server/reads/job-row.ts'
import { jobFor, readJobs } from '#server/reads/visits.ts'

const newestFirst = 'service_date desc, slot desc, id desc'

/** Where a page of a customer's jobs ended: the sort keys of its last row, as a cursor carries them. */
type JobKey = readonly (string | number)[]
export const jobKeyChecks = [isLocalDate, isSlotKey, isUuidKey]

type JobPage = { jobs: Job[]; next?: JobKey }

/** A customer's jobs after the row that `after` stands for, newest service date first; for a guest, the job of their link. */
export async function jobsOfCustomer(
  person: Person,
  { limit, after }: { limit: number; after?: JobKey },
): Promise<JobPage> {
  if (person.link) return { jobs: after ? [] : [await jobFor(person, person.link.jobId)] }
  return newestJobs(person, { of: 'customer', id: person.id, limit, after })
}

/** Any customer's jobs, for the office, newest service date first. */
export function visitsOfCustomer(
  person: Person,
  customerId: string,
  { limit, after }: { limit: number; after?: JobKey },
): Promise<JobPage> {
  return newestJobs(person, { of: 'customer', id: customerId, limit, ...(after && { after }) })
}

/** The latest visits of a customer, for the office. */
export async function jobsOf(person: Person, customerId: string, limit: number): Promise<Job[]> {
  return (await newestJobs(person, { of: 'customer', id: customerId, limit })).jobs
}

/** The same for a vehicle, which must have been loaded through the person asking. */
export function jobsOfVehicle(
  person: Person,
  vehicleId: string,
  { limit, after }: { limit: number; after?: JobKey },
): Promise<JobPage> {
  return newestJobs(person, { of: 'vehicle', id: vehicleId, limit, after })
}

type Newest = { of: 'customer' | 'vehicle'; id: string; limit: number; after?: JobKey }

async function newestJobs(person: Person, { of, id, limit, after }: Newest): Promise<JobPage> {
  const [date, slot, last] = after ?? []
  const rows = await readJobs({
    name: `jobs-of-${of}${after ? '-after' : ''}`,
    pick: ($) => `select * from jobs where ${of}_id = ${$.id}
      ${after ? `and (service_date, slot, id) < (${$.date}::date, ${$.slot}::int, ${$.last}::uuid)` : ''}
      order by ${newestFirst} limit ${$.limit}`,
    order: 'j.service_date desc, j.slot desc, j.id desc',
    values: { id, limit: limit + 1, date, slot, last },
  })
  const page = rows.slice(0, limit)
  const end = rows.length > limit ? page.at(-1) : undefined
  const reports = person.role === 'customer' ? await reportPaths(page) : new Map<string, string>()
  return {
    jobs: page.map((row) => {
      const report = reports.get(row.id)
      return toJob(person, row, report ? { reportPath: report } : {})
    }),
    next: end && [end.serviceDate, end.slot, end.id],
  }
}
