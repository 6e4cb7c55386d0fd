import { desc, eq, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { unsentWork as table } from '#server/database/tables/unsent-work.ts'
import { users } from '#server/database/tables/users.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { UnsentWork, unsentWork } from '#shared/contract/unsent-work.ts'
import { addUnsentChange } from './actions/add-unsent-change.ts'
import {
  makeHandInCode,
  redeemHandInCode,
} from '#server/features/accounts/actions/hand-in-codes.ts'
import { handleUnsentWork, reportUnsentWork } from './actions/report-unsent-work.ts'
import { extraInOwnWords } from '#server/base/owner-spanish.ts'
import { translate, wording } from '#shared/texts/t.ts'
import { loadJob } from '#server/reads/visits.ts'
import { loadTakenAway } from './queries/taken-away.ts'

export const unsentWorkRoutes = {
  'GET /api/jobs/{id}/taken-away': async ({ person, params }) =>
    (await loadTakenAway(person, params.id)).takenAway,

  'POST /api/admin/technicians/{id}/hand-in-code': ({ person, params }) =>
    makeHandInCode(person, params.id),

  'POST /api/hand-in': ({ body }) => redeemHandInCode(body.code, body.personId),

  'POST /api/jobs/{id}/unsent-work': ({ person, params, body }) =>
    reportUnsentWork(person, params.id, body.changes),

  'GET /api/jobs/{id}/unsent-work': async ({ person, params }) => {
    const job = await loadJob(person, params.id)
    return unsentWorkOf(job.id)
  },

  'POST /api/jobs/{id}/unsent-work/{workId}/add': async ({ person, params, body }) => {
    await addUnsentChange(person, params, body.change)
    return unsentWorkOf(params.id)
  },

  'PATCH /api/jobs/{id}/unsent-work/{workId}': async ({ person, params, body }) => {
    await handleUnsentWork(person, params, body.handled)
    return unsentWorkOf(params.id)
  },
} satisfies HandlersOf<typeof unsentWork>

const handledBy = sql<string>`coalesce((
  select ${sql.raw(nameOrEmail('u'))}
  from users u where u.id = ${table.handledBy}), '')`

async function unsentWorkOf(jobId: string): Promise<UnsentWork[]> {
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
    // Stored in English.
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
