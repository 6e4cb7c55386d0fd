import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import type { MailPreference } from '#shared/rules/mail-preferences.ts'
import { readUnsubscribeToken, type Unsubscribing } from '../unsubscribe-token.ts'

type Wanted = { preference: MailPreference; wanted: boolean }

/** Whether the recipient of the unsubscribe link still wants these mails. Throws NotFound for an invalid link. */
export async function wantedByToken(token: string): Promise<Wanted> {
  const { userId, preference } = await loadUnsubscribing(token)
  const [user] = await db()
    .select({ wanted: users[preference] })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new NotFound()
  return { preference, wanted: user.wanted }
}

/** Turns the link's preference off, or on again, for its recipient. Throws NotFound for an invalid link. */
export async function setWanted(token: string, wanted: boolean): Promise<Wanted> {
  const { userId, preference } = await loadUnsubscribing(token)
  await db()
    .update(users)
    .set({ [preference]: wanted })
    .where(eq(users.id, userId))
  return { preference, wanted }
}

/** Follows merged customers to the one who remains. */
async function loadUnsubscribing(token: string): Promise<Unsubscribing> {
  const found = await readUnsubscribeToken(token)
  if (!found) throw new NotFound()
  const { preference } = found
  let { userId } = found
  for (;;) {
    const [user] = await db()
      .select({ mergedInto: users.mergedInto, anonymizedAt: users.anonymizedAt })
      .from(users)
      .where(eq(users.id, userId))
    if (!user?.mergedInto) {
      if (!user || user.anonymizedAt) throw new NotFound()
      return { userId, preference }
    }
    userId = user.mergedInto
  }
}
