import { and, eq, isNull } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { notifyPeople } from '#server/features/notifications/actions/notify-person.ts'
import { currentSettings } from '#server/features/settings/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { inLanguage } from '#server/language.ts'
import type { SelfChosenRole } from '#shared/rules/roles.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { adminIds, languageOf } from '../queries.ts'
import { announceChange } from './announce-change.ts'

/** Gives a new account its role, once; a technician then waits for an admin. Throws Conflict on a second try. */
export async function chooseRole(userId: string, role: SelfChosenRole): Promise<void> {
  await transaction(async () => {
    const chosen = await db()
      .update(users)
      .set({ role, approvedAt: null })
      .where(and(eq(users.id, userId), isNull(users.role)))
      .returning({ email: users.email })
    if (!chosen[0])
      throw new Conflict(
        phrase('Your role is already set. To change it, please write to {email}.', {
          email: currentSettings().supportEmail,
        }),
      )
    await announceChange({ userId, ended: false })
    if (role === 'technician') await tellAdmins(chosen[0].email ?? '')
  })
}

async function tellAdmins(email: string): Promise<void> {
  const admins = await adminIds()
  const news = admins.map(async (userId) =>
    inLanguage(await languageOf(userId), () => ({
      userId,
      type: 'technician_waiting' as const,
      title: t('A technician is waiting'),
      message: t('{email} would like to work with you. Approve them under Technicians.', { email }),
    })),
  )
  await notifyPeople(await Promise.all(news))
}
