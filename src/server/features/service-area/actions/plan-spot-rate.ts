import { eq, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { coreSpots } from '#server/database/tables/core-spots.ts'
import { isStale } from '#server/http/versions.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { changesAfter, valueOn, withChange } from '#shared/rules/dated-values.ts'
import { changeCoreSpots } from './change-core-spots.ts'
import { applySpotChange, changeConflict, loadSpot } from './write-core-spot.ts'

/** Changes a core spot's sales tax now or from a day on; null for the business's rate. Throws NotFound, and Conflict for another version than `seen`. */
export function planSpotRate(
  by: string,
  id: string,
  change: { value: number | null; from?: LocalDate | undefined },
  seen?: number,
) {
  return changeCoreSpots(async () => {
    const row = await loadSpot(id)
    if (isStale(seen, row)) throw await changeConflict(row)
    const planned = withChange(
      { first: row.taxRateBp, changes: row.taxRateChanges },
      change,
      businessToday(),
    )
    await applySpotChange(by, row, { taxRateBp: planned.first, taxRateChanges: planned.changes })
    return planned
  })
}

/** Makes rates whose day has come current. */
export async function settleSpotRates(today: LocalDate): Promise<void> {
  const due = sql`${coreSpots.taxRateChanges} -> 0 ->> 'from' <= ${today}`
  const found = await db().select({ id: coreSpots.id }).from(coreSpots).where(due)
  for (const { id } of found)
    await changeCoreSpots(async () => {
      const row = await loadSpot(id)
      await db()
        .update(coreSpots)
        .set({
          taxRateBp: valueOn(row.taxRateBp, row.taxRateChanges, today),
          taxRateChanges: changesAfter(row.taxRateChanges, today),
          version: sql`${coreSpots.version} + 1`,
        })
        .where(eq(coreSpots.id, id))
    })
}
