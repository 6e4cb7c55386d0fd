import { businessToday } from '#server/base/business-time.ts'
import { visitsToDo } from '#server/features/jobs/queries/of-technician.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { assignmentRefusal, wantedVisit, type Worker } from '#shared/rules/assignment.ts'
import { addDays } from '#shared/rules/calendar.ts'
import type { Person } from '#shared/rules/roles.ts'

/** Further ahead than anything can be booked. */
const days = 2 * 366

/** A technician's visits from today on that they could no longer be assigned, for the office. */
export async function visitsOutside(person: Person, worker: Worker): Promise<Job[]> {
  const from = businessToday()
  const visits = await visitsToDo(person, worker.id, { from, to: addDays(from, days) })
  return visits.filter((job) => assignmentRefusal(worker, wantedVisit(job), []) !== null)
}
