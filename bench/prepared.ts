import { startChild } from './child.ts'
import type { Place, Prepared } from './prepare.ts'

/** Makes and fills the database at a new place; `manyJobs` besides the few that are always there. */
export async function prepare(place: Place, manyJobs = 0): Promise<Prepared> {
  const child = startChild('prepare.ts')
  try {
    return await child.ask<Prepared>({ place, manyJobs })
  } finally {
    await child.stop()
  }
}
