import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'
import type { LanguageCode } from '#shared/texts/languages.ts'

/** Sets the language of a person's screens and messages. */
export async function chooseLanguage(userId: string, language: LanguageCode): Promise<void> {
  await transaction(async () => {
    await db().update(users).set({ language }).where(eq(users.id, userId))
    // Sessions and sockets cache the language.
    await publishPersonChange(userId)
  })
}
