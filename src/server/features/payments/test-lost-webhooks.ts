import { sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'

/** One task delivers the webhooks of both networks. */
export async function loseQueuedWebhooks(): Promise<void> {
  await db().execute(sql`delete from pgboss.job where name = 'simulator-event'`)
}
