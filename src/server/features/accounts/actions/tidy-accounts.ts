import { lt } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { sessions } from '#server/database/tables/sessions.ts'
import { signInCodes } from '#server/database/tables/sign-in-codes.ts'

const dayMs = 86_400_000

/** Removes sessions that have ended and codes that no limit counts any more. */
export async function tidyAccounts(): Promise<void> {
  await db().delete(sessions).where(lt(sessions.expiresAt, now()))
  const old = new Date(now().getTime() - 2 * dayMs)
  await db().delete(signInCodes).where(lt(signInCodes.createdAt, old))
}
