import { sql } from 'drizzle-orm'
import { db, transaction } from './database.ts'

/** For tests that set up data the triggers would refuse. */
export const withoutTriggers = <T>(run: () => PromiseLike<T>): Promise<T> =>
  transaction(async () => {
    await db().execute(sql`set local session_replication_role = replica`)
    return run()
  })
