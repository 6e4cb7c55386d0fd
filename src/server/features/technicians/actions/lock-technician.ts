import { and, eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Locks a technician, and `others` with them in a fixed order, until the transaction ends. Throws NotFound, Conflict for a
 * deactivated one.
 */
export async function lockTechnician(id: string, others: readonly string[] = []) {
  const rows = await db()
    .select()
    .from(users)
    .where(and(eq(users.role, 'technician'), inArray(users.id, [id, ...others])))
    .orderBy(users.id)
    .for('update')
  const technician = rows.find((row) => row.id === id)
  if (!technician) throw new NotFound(phrase('Technician not found.'))
  if (technician.deactivatedAt)
    throw new Conflict(phrase('This technician has been deactivated. Invite them again first.'))
  return technician
}
