import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { jobExtras } from '#server/database/tables/job-charges.ts'
import { happened } from '#server/events/happened.ts'
import { extrasAfterRemoval } from '#shared/rules/extras.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeActiveJob } from '../change-job.ts'
import {
  chargeOf,
  extraThen,
  extrasLimit,
  minusCharge,
  ownExtra,
  withExtras,
} from '../extra-rows.ts'
import { extraRows } from '#server/reads/extras.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { dropNeedlessRequests } from './drop-needless-requests.ts'
import { lockOpenJob } from './lock-open-job.ts'

/**
 * Removes an extra from a job and its total; the history keeps it. Other extras may need no approval without it. Throws
 * NotFound, Forbidden for another person's, Conflict when the work is over.
 */
export async function removeExtra(
  person: Person,
  { id: jobId, extraId }: { id: string; extraId: string },
): Promise<void> {
  await transaction(async () => {
    const job = await lockOpenJob(person, jobId)
    const rows = await extraRows(jobId)
    const extra = ownExtra(person, rows, extraId)
    const { at } = await timeOfStep(jobId, 'extra_removed')
    await db().delete(jobExtras).where(eq(jobExtras.id, extraId))
    const common = { job, by: person.id, at }
    const data = { extraId, ...extraThen(extra) }
    await happened({ event: 'extra_removed', ...common, data })
    const aboveCents = extrasLimit(job)
    const left = extrasAfterRemoval(rows, { removed: extra, aboveCents })
    const dropped = await dropNeedlessRequests(rows, left, common)
    await changeActiveJob(job, withExtras(minusCharge(dropped, chargeOf(extra))))
  })
}
