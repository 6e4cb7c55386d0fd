import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'

type Visit = Pick<Job, 'id' | 'technicianId' | 'scheduledDate' | 'scheduledTime' | 'status'>

/** Ids of the technicians who have another live visit in the slot of this one. */
export function busyTechnicians(visit: Visit, all: readonly Visit[]): Set<string> {
  const ids = all
    .filter(
      (other) =>
        other.id !== visit.id &&
        other.scheduledDate === visit.scheduledDate &&
        other.scheduledTime === visit.scheduledTime &&
        isActiveJob(other.status),
    )
    .flatMap((other) => other.technicianId ?? [])
  return new Set(ids)
}
