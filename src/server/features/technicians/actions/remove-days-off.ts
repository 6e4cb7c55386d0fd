import { businessToday } from '#server/base/business-time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { daysOff } from '#server/database/tables/schedule.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { lockTechnician } from './lock-technician.ts'

/** Deletes a technician's days off. Throws NotFound. */
export async function removeDaysOff(person: Person, id: string, dayOffId: string): Promise<void> {
  await transaction(async () => {
    await lockTechnician(id)
    const [removed] = await db()
      .delete(daysOff)
      .where(and(eq(daysOff.id, dayOffId), eq(daysOff.technicianId, id)))
      .returning({ from: daysOff.from, to: daysOff.to })
    if (!removed) throw new NotFound(phrase('These days off are not there any more.'))
    await db()
      .update(users)
      .set({ version: sql`${users.version} + 1`, changedBy: person.id })
      .where(eq(users.id, id))
    const data = { technicianId: id, ...removed }
    await happened({ event: 'technician_back', by: person.id, personId: id, data })
    slotsChanged(businessToday())
  })
}
