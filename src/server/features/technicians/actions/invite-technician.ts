import { businessToday } from '#server/base/business-time.ts'
import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { endSessions } from '#server/sessions/sessions.ts'
import { invitedAgainAfterMinutes } from '#shared/rules/technicians.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'

/**
 * Mails a technician an invitation to sign in, and reactivates a deactivated one. Throws NotFound, Conflict for one who
 * awaits approval, has no e-mail, or was invited less than ten minutes ago.
 */
export async function inviteTechnician(person: Person, id: string): Promise<void> {
  await transaction(async () => {
    const [row] = await db().select().from(users).where(eq(users.id, id)).for('update')
    if (row?.role !== 'technician') throw new NotFound(phrase('Technician not found.'))
    const { email, invitedAt, deactivatedAt, approvedAt, firstName, language } = row
    if (!email)
      throw new Conflict(phrase('There is no e-mail address to write to. Please enter one first.'))
    if (!approvedAt && !deactivatedAt)
      throw new Conflict(phrase('They already have an account. Please approve them instead.'))
    const since = invitedAt ? now().getTime() - invitedAt.getTime() : Infinity
    if (!deactivatedAt && since < invitedAgainAfterMinutes * 60_000)
      throw new Conflict(
        phrase('They were invited a moment ago. You can send it again {minutes} minutes later.', {
          minutes: invitedAgainAfterMinutes,
        }),
        { reason: 'too_soon', invitedAt: invitedAt?.toISOString() },
      )
    await db()
      .update(users)
      .set({
        invitedAt: now(),
        ...(deactivatedAt && {
          deactivatedAt: null,
          approvedAt: now(),
          version: sql`${users.version} + 1`,
          changedBy: person.id,
        }),
      })
      .where(eq(users.id, id))
    if (deactivatedAt) {
      // Sessions from before the deactivation stay closed.
      await endSessions(id)
      await happened({ event: 'account_approved', by: person.id, personId: id, data: {} })
      slotsChanged(businessToday())
    }
    await happened({
      event: 'technician_invited',
      by: person.id,
      personId: id,
      data: { technicianId: id, firstName, invitedEmail: email, language },
    })
  })
}
