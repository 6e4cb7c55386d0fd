import { sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'

/** Erases the remembered answers that name a person or a visit by id; a repeat of those requests is refused, and does nothing. */
export async function eraseAnswers(id: string): Promise<void> {
  await db()
    .update(idempotencyKeys)
    .set({ bodyHash: '', response: null })
    .where(sql`${idempotencyKeys.response}::text like ${`%${id}%`}`)
}
