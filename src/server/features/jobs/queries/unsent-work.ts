import { desc, eq, sql } from 'drizzle-orm'
import { extraInOwnWords } from '#server/base/owner-spanish.ts'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { unsentWork as table } from '#server/database/tables/unsent-work.ts'
import { users } from '#server/database/tables/users.ts'
import type { UnsentWork } from '#shared/contract/unsent-work.ts'
import { translate, wording } from '#shared/texts/t.ts'

const handledBy = sql<string>`coalesce((
  select ${sql.raw(nameOrEmail('u'))}
  from users u where u.id = ${table.handledBy}), '')`

/** The unsent work reported for a visit, newest first. */
export async function unsentWorkOf(jobId: string): Promise<UnsentWork[]> {
  const rows = await db()
    .select({ work: table, firstName: users.firstName, lastName: users.lastName, handledBy })
    .from(table)
    .innerJoin(users, eq(users.id, table.technicianId))
    .where(eq(table.jobId, jobId))
    .orderBy(desc(table.createdAt))
  return rows.map(({ work, firstName, lastName, handledBy: name }) => ({
    id: work.id,
    technicianName: [firstName, lastName].filter(Boolean).join(' '),
    createdAt: work.createdAt.toISOString(),
    handledAt: work.handledAt?.toISOString() ?? null,
    handledBy: name,
    changes: work.changes.map(({ said = [], entered, refusal, ...change }) => ({
      ...change,
      what: translate(change.what),
      reason: refusal ? wording(refusal) : translate(change.reason),
      entered: change.photoId
        ? translate(entered)
        : [...said.map(wording), entered].filter(Boolean).join('\n'),
      ...(change.extra && {
        extra: { ...change.extra, description: extraInOwnWords(change.extra.description) },
      }),
    })),
  }))
}
