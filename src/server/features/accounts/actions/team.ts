import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { endSessions, publishPersonChange } from '#server/sessions/sessions.ts'
import type { formerAdminRoles } from '#shared/contract/team.ts'
import { phrase } from '#shared/texts/t.ts'
import { isOfTeam } from '../queries.ts'
import { asAdmin } from './sign-in.ts'

type Member = {
  email: string
  firstName?: string | undefined
  lastName?: string | undefined
  /** Replaces another role of that person. */
  confirmed?: boolean | undefined
}

/**
 * Makes the e-mail's owner an admin, now or from the first sign-in on, and mails them unless the command line does it (`by`
 * null). Throws Conflict `other_role` for a customer or technician without `confirmed`.
 */
export async function addToTeam(
  { email, confirmed, ...names }: Member,
  by: string | null,
): Promise<{ id: string; outcome: 'granted' | 'was admin' | 'new account' }> {
  return transaction(async () => {
    const [made] = await db()
      .insert(users)
      .values({ email, ...names, role: 'admin', approvedAt: now(), createdAt: now() })
      .onConflictDoNothing()
      .returning()
    const [user] = made
      ? [made]
      : await db().select().from(users).where(eq(users.email, email)).for('update')
    if (!user) throw new Conflict(phrase('Please try again.'))
    if (!made) {
      if (user.role === 'admin' && !user.deactivatedAt) return { id: user.id, outcome: 'was admin' }
      if (user.role && user.role !== 'admin' && !confirmed)
        throw new Conflict(
          user.role === 'customer'
            ? phrase('{email} belongs to a customer, who would work in the office instead.', {
                email,
              })
            : phrase('{email} belongs to a technician, who would work in the office instead.', {
                email,
              }),
          { reason: 'other_role' },
        )
      await db()
        .update(users)
        .set({ ...asAdmin(), deactivatedAt: null })
        .where(eq(users.id, user.id))
      await publishPersonChange(user.id)
    }
    await happened({
      event: 'team_member_added',
      by,
      data: {
        personId: user.id,
        invitedEmail: email,
        language: user.language,
        invited: by !== null,
      },
    })
    return { id: user.id, outcome: made ? 'new account' : 'granted' }
  })
}

/**
 * Ends an admin's access at once: their sessions end, and they have another role, or can no longer sign in. Throws NotFound for
 * someone who is not an admin, Conflict `last_admin` for the last one.
 */
export async function removeFromTeam(
  id: string,
  to: (typeof formerAdminRoles)[number] | undefined,
  by: string | null,
): Promise<void> {
  await transaction(async () => {
    // All of them are locked: if two remove each other at once, one stays.
    const team = await db()
      .select({ id: users.id })
      .from(users)
      .where(isOfTeam)
      .orderBy(users.id)
      .for('update')
    if (!team.some((member) => member.id === id))
      throw new NotFound(phrase('This person does not work in the office.'))
    if (team.length === 1)
      throw new Conflict(
        phrase('The business needs at least one admin. Please invite someone else first.'),
        { reason: 'last_admin' },
      )
    await db()
      .update(users)
      .set(to ? { role: to } : { deactivatedAt: now() })
      .where(eq(users.id, id))
    await endSessions(id)
    await happened({ event: 'team_member_removed', by, data: { personId: id, to: to ?? null } })
  })
}
