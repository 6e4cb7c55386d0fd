import { startChild } from './child.ts'
import type { History } from './many-jobs.ts'
import type { Place, Prepared } from './prepare.ts'

/** Enough that an unindexed scan would show. */
const jobsOfUsualBusiness = 5000

/** Creates and fills the database at a new place, with about this many jobs. */
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
