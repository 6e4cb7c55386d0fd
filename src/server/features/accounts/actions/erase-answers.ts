import { sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'

/** Erases stored responses that contain the id of a person or visit; repeats of those requests are refused and do nothing. */
export async function eraseAnswers(id: string): Promise<void> {
  await db()
    .update(idempotencyKeys)
    .set({ bodyHash: '', response: null })
    .where(sql`${idempotencyKeys.response}::text like ${`%${id}%`}`)
}
