import { and, eq, lt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, queryRows } from './database.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import { dailyCounts } from './tables/daily-counts.ts'

const dayMs = 86_400_000
const today = () => now().toISOString().slice(0, 10)

/**
 * Counts one more `what` by `who` today (UTC); returns whether it is still within `most`. One statement, so concurrent
 * requests never slip through.
 */
export async function countToday(what: string, who: string, most: number): Promise<boolean> {
  const counted = await db()
    .insert(dailyCounts)
    .values({ what, who, day: today(), count: 1 })
    .onConflictDoUpdate({
      target: [dailyCounts.what, dailyCounts.who, dailyCounts.day],
      set: { count: sql`${dailyCounts.count} + 1` },
      setWhere: lt(dailyCounts.count, most),
    })
    .returning({ count: dailyCounts.count })
  return counted.length > 0
}

/** How often `who` did that in the last `days` days, today included. */
export async function countedWithin(what: string, who: string, days: number): Promise<number> {
  const first = new Date(now().getTime() - (days - 1) * dayMs).toISOString().slice(0, 10)
  const [row] = await db()
    .select({ sum: sql<number>`coalesce(sum(${dailyCounts.count}), 0)::int` })
    .from(dailyCounts)
    .where(
      and(
        eq(dailyCounts.what, what),
        eq(dailyCounts.who, who),
        sql`${dailyCounts.day} >= ${first}::date`,
      ),
    )
  return row?.sum ?? 0
}

const todayOfMany = {
  name: 'counted-today',
  text: `select who, count from daily_counts where what = $1 and who = any($2::text[]) and day = $3::date`,
}

/** How often each of them did that today, in the given order. */
export async function countedToday(what: string, who: readonly string[]): Promise<number[]> {
  const rows = await queryRows<{ who: string; count: number }>(todayOfMany, [what, who, today()])
  const counts = new Map(rows.map((row) => [row.who, row.count]))
  return who.map((one) => counts.get(one) ?? 0)
}

/** Seconds until the counts restart. */
export const secondsLeftToday = () => Math.ceil((dayMs - (now().getTime() % dayMs)) / 1000)

/** Removes counts no limit reads anymore. */
export async function purgeDailyCounts(olderThanDays: number, signal?: AbortSignal): Promise<void> {
  const first = new Date(now().getTime() - olderThanDays * dayMs).toISOString().slice(0, 10)
  await deleteInBatches(dailyCounts, lt(dailyCounts.day, first), signal)
}
