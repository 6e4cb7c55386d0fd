import { businessToday } from '#server/base/business-time.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { publishPersonChange } from '#server/sessions/sessions.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { technicianById } from '../queries.ts'

/** Lets a waiting technician work. Throws NotFound, or Conflict if they are already approved or their account is gone. */
export async function approveTechnician(by: string, id: string): Promise<void> {
  await technicianById(id)
  await transaction(async () => {
    const approved = await db()
      .update(users)
      .set({ approvedAt: now() })
      .where(
        and(
          eq(users.id, id),
          eq(users.role, 'technician'),
          isNull(users.approvedAt),
          isNull(users.deactivatedAt),
          isNull(users.anonymizedAt),
        ),
      )
      .returning({ id: users.id })
    if (approved.length === 0) throw await refusal(id)
    await publishPersonChange(id)
    slotsChanged(businessToday())
    await happened({ event: 'account_approved', by, personId: id, data: {} })
  })
}

async function refusal(id: string) {
  const [found] = await db()
    .select({ anonymizedAt: users.anonymizedAt, approvedAt: users.approvedAt })
    .from(users)
    .where(eq(users.id, id))
  if (found?.anonymizedAt) return new Conflict(phrase('This technician has deleted their account.'))
  return found?.approvedAt
    ? new Conflict(phrase('This technician is already approved.'))
    : new Conflict(phrase('This technician is deactivated. Send an invitation to reactivate them.'))
}
