import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { erasedExcept } from '#server/database/erasing.ts'
import { places } from '#server/database/tables/customers.ts'
import { emailChanges, signInCodes } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import { userById } from '../queries.ts'
import { endSessions } from '#server/sessions/sessions.ts'
import { idempotencyKeys } from '#server/database/tables/idempotency-keys.ts'

/**
 * Erases all columns of an account but the listed ones and signs it out everywhere; its e-mail is free again. `keepsName`:
 * the name stays for a debt, see `eraseSettledName`.
 */
export async function eraseAccount(userId: string, { keepsName = false } = {}): Promise<void> {
  await transaction(async () => {
    const { email } = await userById(userId)
    if (email) await db().delete(signInCodes).where(eq(signInCodes.email, email))
    await db().delete(emailChanges).where(eq(emailChanges.userId, userId))
    await db().delete(places).where(eq(places.customerId, userId))
    await db()
      .update(users)
      .set({
        ...erasedUser,
        ...(keepsName && { firstName: undefined, lastName: undefined }),
        anonymizedAt: now(),
      })
      .where(eq(users.id, userId))
    await endSessions(userId)
  })
}

const erasedUser = erasedExcept(
  users,
  'id',
  'role',
  'createdAt',
  'lastLoginAt',
  'loginCount',
  'approvedAt',
  'deactivatedAt',
  'maxVisitsWithoutCard',
  'mergedInto',
  'version',
  'changedBy',
  'skills',
  'invitedAt',
)

/** Erases stored responses that contain the id of a person or visit; repeats of those requests are refused and do nothing. */
export async function eraseAnswers(id: string): Promise<void> {
  await db()
    .update(idempotencyKeys)
    .set({ bodyHash: '', response: null })
    .where(sql`${idempotencyKeys.response}::text like ${`%${id}%`}`)
}
