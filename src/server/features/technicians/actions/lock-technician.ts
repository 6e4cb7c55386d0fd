import { and, eq, inArray } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * A technician whom the current transaction alone may change; `others` are locked with them, all in one order. Throws
 * NotFound, Conflict for one who has been deactivated.
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
