import { queryRow, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { loadJob } from '#server/reads/visits.ts'
import { isNotStarted, type TechnicianLock } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob, refusal } from './change-job.ts'

/**
 * Locks a visit to its technician, or removes the lock (null), which restores an earlier promise. Throws NotFound, Conflict
 * without a technician or once work has started.
 */
export async function lockVisit(
  person: Person,
  id: string,
  wanted: TechnicianLock | null,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id)
    if (job.technicianLock === wanted) return
    const isLifted = wanted === null && job.technicianLock === 'office'
    const technicianLock = isLifted && (await wasPromised(id)) ? 'promise' : wanted
    if (technicianLock && !isNotStarted(job.status)) throw refusal(job.status, 'move')
    if (technicianLock && !job.technicianId)
      throw new Conflict(phrase('Assign a technician first.'))
    await changeActiveJob(job, { technicianLock })
    if (wanted === null)
      await happened({ event: 'technician_unlocked', job, by: person.id, data: {} })
    else {
      const data = job.technicianLock === 'promise' ? { promised: true } : {}
      await happened({ event: 'technician_locked', job, by: person.id, data })
    }
  })
}

/** Whether the visit was promised before its latest lock. */
async function wasPromised(id: string): Promise<boolean> {
  const row = await queryRow<{ promised: boolean }>(lastLock, [id])
  return row?.promised ?? false
}

const lastLock = {
  name: 'last-technician-lock',
  text: `select coalesce((data ->> 'promised')::boolean, false) as promised from job_events
    where job_id = $1::uuid and kind = 'technician_locked' order by created_at desc, id desc limit 1`,
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
