import {
  type NewNotification,
  notifyPerson,
} from '#server/features/notifications/actions/notify-person.ts'
import type { JobRow } from './job-row.ts'
import { visitTime } from './job-words.ts'

type NewsOf = Pick<JobRow, 'id' | 'serviceDate' | 'slot' | 'serviceAddress'>

/** Tells a technician, in the current transaction, about a visit that came or went. */
export function tellTechnician(job: NewsOf, technicianId: string, title: string): Promise<void> {
  return notifyPerson(newsForTechnician(job, technicianId, title))
}

/** The notification for a technician about a visit that came or went. */
export function newsForTechnician(
  job: NewsOf,
  technicianId: string,
  title: string,
): NewNotification {
  const message = `${visitTime(job)}, ${job.serviceAddress}`
  return { userId: technicianId, type: 'job_assigned', title, message, jobId: job.id }
}
