import { transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { loadJob } from '#server/reads/visits.ts'
import { isNotStarted, type TechnicianLock } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob, refusal } from './change-job.ts'

/** Keeps a visit with its technician, or no longer (null). Throws NotFound, Conflict without one or once the work has started. */
export async function lockVisit(
  person: Person,
  id: string,
  technicianLock: TechnicianLock | null,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id)
    if (job.technicianLock === technicianLock) return
    if (technicianLock && !isNotStarted(job.status)) throw refusal(job.status, 'move')
    if (technicianLock && !job.technicianId)
      throw new Conflict(phrase('Assign a technician first.'))
    await changeActiveJob(job, { technicianLock })
    const event = technicianLock ? 'technician_locked' : 'technician_unlocked'
    await happened({ event, job, by: person.id, data: {} })
  })
}

/** Throws Conflict when the office has locked the visit to its technician and time. */
export function assertNotLocked({ technicianLock, technicianName }: JobRow): void {
  if (technicianLock !== 'office') return
  const name = technicianName || '?'
  throw new Conflict(
    phrase('This visit is locked to {name} and its time. Remove the lock first.', { name }),
    { reason: 'locked' },
  )
}
