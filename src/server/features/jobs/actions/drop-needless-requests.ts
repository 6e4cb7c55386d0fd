import { and, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { jobExtras } from '#server/database/tables/job-extras.ts'
import { happened } from '#server/events/happened.ts'
import { type ExtraRow, extraThen } from '../extra-rows.ts'
import type { JobRow } from '../job-row.ts'

/**
 * Of the visit's extras, as they stand and as they should by the rule: charges what waits needlessly, tells of it, and
 * answers by how many cents the visit costs more by that.
 */
export async function dropNeedlessRequests(
  stored: readonly ExtraRow[],
  after: readonly ExtraRow[],
  common: { job: JobRow; by: string; at: Date },
): Promise<number> {
  const needless = after.filter(
    ({ id, approval }) =>
      approval === 'not_needed' &&
      stored.some((one) => one.id === id && one.approval === 'waiting'),
  )
  let more = 0
  for (const extra of needless) {
    await db()
      .update(jobExtras)
      .set({ approval: 'not_needed' })
      .where(and(eq(jobExtras.id, extra.id), eq(jobExtras.approval, 'waiting')))
    more += extra.totalCents
    const from = extraThen({ ...extra, approval: 'waiting' })
    const data = { extraId: extra.id, from, to: extraThen(extra) }
    await happened({ event: 'extra_corrected', ...common, data })
  }
  return more
}
