import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { type Charge, chargeOfAll, extraThen } from '../extra-rows.ts'
import { type ExtraRow } from '#server/reads/extras.ts'
import type { JobRow } from '#server/reads/job-row.ts'

/**
 * Charges waiting extras (in `stored`) that no longer need approval (in `after`), and announces it. Returns the additional
 * charge.
 */
export async function dropNeedlessRequests(
  stored: readonly ExtraRow[],
  after: readonly ExtraRow[],
  common: { job: JobRow; by: string; at: Date },
): Promise<Charge> {
  const needless = after.filter(
    ({ id, approval }) =>
      approval === 'not_needed' &&
      stored.some((one) => one.id === id && one.approval === 'waiting'),
  )
  for (const extra of needless) {
    await db()
      .update(jobLines)
      .set({ approval: 'not_needed' })
      .where(and(eq(jobLines.id, extra.id), eq(jobLines.approval, 'waiting')))
    const from = extraThen({ ...extra, approval: 'waiting' })
    const data = { extraId: extra.id, from, to: extraThen(extra) }
    await happened({ event: 'extra_corrected', ...common, data })
  }
  return chargeOfAll(needless)
}
