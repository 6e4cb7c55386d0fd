import { desc, eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { catalogChanges } from '#server/database/tables/catalog.ts'
import { users } from '#server/database/tables/users.ts'
import { describeChange } from '#shared/contract/describe-catalog-change.ts'
import type { CatalogChange } from '#shared/contract/catalog.ts'

const shownChanges = 100

/** The latest changes of a package, product or engine, as stored. */
function changeRows(subjectId: string, limit: number) {
  return db()
    .select({
      id: catalogChanges.id,
      at: catalogChanges.createdAt,
      by: sql<string>`${sql.raw(nameOrEmail('users'))}`,
      changes: catalogChanges.changes,
    })
    .from(catalogChanges)
    .leftJoin(users, eq(users.id, catalogChanges.actorId))
    .where(eq(catalogChanges.subjectId, subjectId))
    .orderBy(desc(catalogChanges.createdAt), desc(catalogChanges.id))
    .limit(limit)
}

/** Its changes and their authors, newest first, in the reader's language. */
export async function historyOf(subjectId: string): Promise<CatalogChange[]> {
  const rows = await changeRows(subjectId, shownChanges)
  return rows.map(({ at, changes, ...row }) => ({
    ...row,
    at: at.toISOString(),
    changes: changes.map(describeChange),
  }))
}

/** Its latest change. */
export const lastChangeOf = async (subjectId: string) => (await changeRows(subjectId, 1))[0]
