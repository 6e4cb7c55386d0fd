import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { users } from '#server/database/tables/users.ts'

type Written = Pick<typeof customerEvents.$inferInsert, 'customerId' | 'kind' | 'data'> & {
  by: string | null
}

/** Adds an entry to a customer's history, in the current transaction, and raises the record's version. */
export async function recordOfCustomer({ customerId, by, kind, data }: Written): Promise<void> {
  const [next] = await db()
    .update(users)
    .set({ version: sql`${users.version} + 1`, changedBy: by })
    .where(eq(users.id, customerId))
    .returning({ version: users.version })
  if (!next) return
  await db()
    .insert(customerEvents)
    .values({ customerId, actorId: by, kind, data, version: next.version, createdAt: now() })
}
