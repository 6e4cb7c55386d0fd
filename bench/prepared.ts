import { startChild } from './child.ts'
import type { History } from './many-jobs.ts'
import type { Place, Prepared } from './prepare.ts'

/** So many that nobody would read them all to find one. */
const jobsOfUsualBusiness = 5000

/** Makes and fills the database at a new place, with about so many jobs. */
export async function prepare(
  place: Place,
  history: History = { manyJobs: jobsOfUsualBusiness },
): Promise<Prepared> {
  const child = startChild('prepare.ts')
  try {
    return await child.ask<Prepared>({ place, history })
  } finally {
    await child.stop()
  }
}
