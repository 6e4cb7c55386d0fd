import { queryRow, queryRows } from '#server/database/database.ts'
import { type JobRow, selectJobs, toJob } from './job-row.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { maySeeJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

type Read = { name: string; pick: string; order?: string; values: unknown[] }

/** The jobs that `pick` selects, in this order. */
// Limits the jobs first: joined before the limit, PostgreSQL memoizes vehicles of a million jobs.
export function readJobs({ name, pick, order = 'j.service_date, j.slot, j.number', values }: Read) {
  const text = `with picked as materialized (${pick}) ${selectJobs({ from: 'picked' })} order by ${order}`
  return queryRows<JobRow>({ name, text }, values)
}

/** The job without an access check: for background work only. */
export function readJob(id: string): Promise<JobRow | undefined> {
  const text = `${selectJobs({ from: 'jobs' })} where j.id = $1`
  return queryRow<JobRow>({ name: 'job', text }, [id])
}

/** These jobs without an access check: for background work only. */
export function readTheseJobs(ids: readonly string[]): Promise<JobRow[]> {
  return readJobs({
    name: 'these-jobs',
    pick: 'select * from jobs where id = any($1::uuid[])',
    values: [ids],
  })
}

/** The job if `may` allows this person to see it; else NotFound, which does not reveal existing ids. */
export async function loadJob(
  person: Person,
  id: string,
  may: (person: Person, job: JobRow) => boolean = maySeeJob,
): Promise<JobRow> {
  const row = await readJob(id)
  if (!row || !may(person, row)) throw new NotFound(phrase('Job not found.'))
  return row
}

/** The job as this person may see it. Throws NotFound. */
export async function jobFor(person: Person, id: string): Promise<Job> {
  return toJob(person, await loadJob(person, id))
}
