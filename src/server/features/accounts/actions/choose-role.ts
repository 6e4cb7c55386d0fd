import { and, eq, isNull, or } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { Conflict } from '#server/http/errors.ts'
import type { SelfChosenRole } from '#shared/rules/roles.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase } from '#shared/texts/t.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'

/** Changes a technician awaiting approval to a customer. */
const isMistake = (role: SelfChosenRole) =>
  role === 'customer'
    ? and(eq(users.role, 'technician'), isNull(users.approvedAt), isNull(users.deactivatedAt))
    : undefined

/**
 * Gives a new account its role; a technician then needs an admin's approval, and may change a mistaken choice until then.
 * Throws Conflict afterwards, and for a role that is already set.
 */
export async function chooseRole(userId: string, role: SelfChosenRole): Promise<void> {
  await transaction(async () => {
    const chosen = await db()
      .update(users)
      .set({ role, approvedAt: null })
      .where(and(eq(users.id, userId), or(isNull(users.role), isMistake(role))))
      .returning({ email: users.email })
    if (!chosen[0])
      throw new Conflict(
        phrase('Your role is already set. To change it, {askUs}', {
          askUs: askUs('email', currentSettings()),
        }),
      )
    await publishPersonChange(userId)
    if (role === 'technician')
      await happened({
        event: 'technician_waiting',
        by: userId,
        data: { technicianId: userId, email: chosen[0].email ?? '' },
      })
  })
}
