import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { customerNotes } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import type { CustomerNote } from '#shared/contract/customers.ts'
import { phrase } from '#shared/texts/t.ts'

const mostNotes = 200

/** The office's notes about a customer, newest first. */
export const notesOf = (customerId: string) => selectNotes(eq(customerNotes.customerId, customerId))

/** One note. Throws NotFound. */
export async function noteById(id: string): Promise<CustomerNote> {
  const [note] = await selectNotes(eq(customerNotes.id, id))
  if (!note) throw new NotFound(phrase('This note no longer exists.'))
  return note
}

async function selectNotes(which: SQL): Promise<CustomerNote[]> {
  const name = sql<string>`${sql.raw(nameOrEmail('users'))}`
  const rows = await db()
    .select({ note: customerNotes, name })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.authorId))
    .where(which)
    .orderBy(desc(customerNotes.createdAt), customerNotes.id)
    .limit(mostNotes)
  return rows.map(({ note: { id, note, authorId, createdAt }, name: author }) => ({
    id,
    note,
    author: { id: authorId, name: author },
    createdAt: createdAt.toISOString(),
  }))
}
