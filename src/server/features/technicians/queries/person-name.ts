import { eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'

/** Whom the office reads of; empty when nobody knows. */
export async function personName(id: string): Promise<string> {
  const [row] = await db()
    .select({ name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})` })
    .from(users)
    .where(eq(users.id, id))
  return row?.name ?? ''
}
