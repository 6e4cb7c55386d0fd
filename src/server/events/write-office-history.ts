import { inArray, and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { officeEvents } from '#server/database/tables/office-events.ts'
import { users } from '#server/database/tables/users.ts'
import type { Happening } from './happening.ts'
import { auditRuleOf } from './describe-history.ts'

type Row = typeof officeEvents.$inferInsert

/** Writes down what somebody of the office did and no visit's history has, in the current transaction. */
export async function writeOfficeHistory(all: readonly Happening[]): Promise<void> {
  const rows = all.flatMap(rowsOf)
  if (rows.length === 0) return
  const actors = [...new Set(rows.map(({ actorId }) => actorId))]
  const admins = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, actors), eq(users.role, 'admin')))
  const ofOffice = rows.filter(({ actorId }) => admins.some(({ id }) => id === actorId))
  if (ofOffice.length > 0) await db().insert(officeEvents).values(ofOffice)
}

function rowsOf({ event, by, job, data, personId, at = now() }: Happening): Row[] {
  const rule = auditRuleOf(event)
  if (!rule || !by) return []
  const all: Record<string, unknown> = { ...data }
  const stored = (rule.stores ?? []).flatMap((name) => (name in all ? [[name, all[name]]] : []))
  return [
    {
      actorId: by,
      kind: event,
      jobId: job?.id ?? rule.visit?.(data) ?? null,
      personId: personId ?? rule.person?.(data) ?? null,
      data: Object.fromEntries(stored),
      createdAt: at,
    },
  ]
}
