import { eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { users } from '#server/database/tables/users.ts'

/** Whom the office reads of; empty when nobody knows. */
export async function personName(id: string): Promise<string> {
  const [row] = await db()
    .select({ name: sql<string>`${sql.raw(nameOrEmail('users'))}` })
    .from(users)
    .where(eq(users.id, id))
  return row?.name ?? ''
}
