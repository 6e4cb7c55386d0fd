import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { Conflict } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'

/**
 * Gives a customer, locked by the current transaction, the e-mail or phone they lack. Returns their versions before and after.
 * Throws Conflict for a taken e-mail.
 */
export async function fillCustomer(
  person: Person,
  id: string,
  details: { email?: string; phone?: string },
): Promise<{ before: number; after: number }> {
  try {
    await db().update(users).set(details).where(eq(users.id, id))
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw new Conflict()
    throw error
  }
  const fields = Object.keys(details)
  await recordOfCustomer({ customerId: id, by: person.id, kind: 'changed', data: { fields } })
  const [row] = await db().select({ version: users.version }).from(users).where(eq(users.id, id))
  const after = row?.version ?? 0
  return { before: after - 1, after }
}
