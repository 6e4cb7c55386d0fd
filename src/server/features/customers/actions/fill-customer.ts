import { and, eq, isNull } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { users } from '#server/database/tables/users.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { Conflict } from '#server/http/errors.ts'
import type { KeptReason } from '#shared/rules/imports.ts'
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
  return versionsAfter(person.id, id, Object.keys(details))
}

async function versionsAfter(by: string | null, id: string, fields: string[]) {
  await recordOfCustomer({ customerId: id, by, kind: 'changed', data: { fields } })
  const [row] = await db().select({ version: users.version }).from(users).where(eq(users.id, id))
  const after = row?.version ?? 0
  return { before: after - 1, after }
}

/**
 * Takes back, in the current transaction, an e-mail or phone that was filled in, unless the customer has signed in or changed
 * since that version. Returns why it stays, or their versions before and after.
 */
export async function takeBackDetail(
  by: string | null,
  field: 'email' | 'phone',
  { id, version }: { id: string; version: number },
): Promise<KeptReason | { before: number; after: number }> {
  const [customer] = await db()
    .select({ version: users.version, loginCount: users.loginCount })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.anonymizedAt)))
    .for('update')
  if (!customer) return 'gone'
  if (customer.loginCount > 0) return 'signed_in'
  if (customer.version !== version) return 'changed'
  const details = field === 'email' ? { email: null } : { phone: '' }
  await db().update(users).set(details).where(eq(users.id, id))
  return versionsAfter(by, id, [field])
}
