import { and, eq, isNull } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'

/** The customer's row, locked against changes, erasing and merging. Throws NotFound. */
export async function lockCustomer(id: string): Promise<typeof users.$inferSelect> {
  const [customer] = await db()
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'customer'), isNull(users.anonymizedAt)))
    // Must not block a booking, which already holds a vehicle lock and then reads its customer: that would deadlock.
    .for('no key update')
  if (!customer) throw new NotFound(phrase('Customer not found.'))
  return customer
}
