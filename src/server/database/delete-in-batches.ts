import { and, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from './database.ts'

const batch = 1000

/**
 * Deletes the rows of a table that are so, a thousand at a time, each in a transaction of its own: nobody waits for
 * longer than one takes, and what has begun is not lost when the process ends. Throws when `signal` is aborted.
 */
export async function deleteInBatches(
  table: PgTable,
  where: SQL | undefined,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const some = db()
      .select({ row: sql`ctid` })
      .from(table)
      .where(where)
      .limit(batch)
    const start = performance.now()
    const gone = await db()
      .delete(table)
      // Asked once more: who changed a row meanwhile may have made it one that stays.
      .where(and(sql`ctid = any(array(${some}))`, where))
      .returning({ one: sql`1` })
    if (gone.length === 0) return
    // As long again is for everybody else.
    await sleep(performance.now() - start)
  }
}
