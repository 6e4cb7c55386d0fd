import { and, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { db } from './database.ts'

const batch = 1000

/**
 * Deletes matching rows, a thousand per transaction, so no one waits longer than one takes, and finished batches survive an
 * exit. Throws when `signal` is aborted.
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
      // Checked again: a row may have changed in the meantime.
      .where(and(sql`ctid = any(array(${some}))`, where))
      .returning({ one: sql`1` })
    if (gone.length === 0) return
    // Leaves as much time to other work.
    await sleep(performance.now() - start)
  }
}
