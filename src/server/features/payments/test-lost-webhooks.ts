import { sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'

/** Those of both networks are delivered by one task. */
export async function loseQueuedWebhooks(): Promise<void> {
  await db().execute(sql`delete from pgboss.job where name = 'simulator-event'`)
}
