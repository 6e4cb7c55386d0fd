import { queryRows } from '#server/database/database.ts'
import { type JobRow, selectJobs } from './job-row.ts'

type Read = { name: string; pick: string; order?: string; values: unknown[] }

/** The jobs that `pick` selects, in this order. */
// The few jobs are picked first: joined before the limit, PostgreSQL memoizes vehicles of a million jobs.
export function readJobs({ name, pick, order = 'j.service_date, j.slot, j.number', values }: Read) {
  const text = `with picked as materialized (${pick}) ${selectJobs({ from: 'picked' })} order by ${order}`
  return queryRows<JobRow>({ name, text }, values)
}
