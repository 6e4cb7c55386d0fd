import { and, desc, eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { officeEvents } from '#server/database/tables/events.ts'
import { auditRuleOf } from '#server/events/describe-history.ts'
import { Conflict } from '#server/http/errors.ts'
import { phrase } from '#shared/texts/t.ts'
import { technicianById } from '../queries.ts'
import { personName } from '#server/reads/people.ts'

type Changed = { id: string; changedBy: string | null }

/**
 * The Conflict for a technician who was changed since the form was loaded: by whom, what, and their current state (`now`).
 * Technicians' own changes are not in the office's log.
 */
export async function changedMeanwhile({ id, changedBy }: Changed) {
  const by = changedBy ? await personName(changedBy) : ''
  const details = { reason: 'changed', by, now: await technicianById(id) }
  if (!changedBy || !by) return new Conflict(undefined, details)
  const what = await lastChange(id, changedBy)
  return new Conflict(
    what
      ? phrase('{name} has changed this in the meantime: {what}. Please check it again.', {
          name: by,
          what,
        })
      : phrase('{name} has changed this in the meantime. Please check it again.', { name: by }),
    details,
  )
}

/** The last logged change in a few words: the changed fields, or else the action and its time. */
async function lastChange(id: string, actorId: string): Promise<string> {
  const [last] = await db()
    .select({ kind: officeEvents.kind, data: officeEvents.data })
    .from(officeEvents)
    .where(and(eq(officeEvents.personId, id), eq(officeEvents.actorId, actorId)))
    .orderBy(desc(officeEvents.createdAt), desc(officeEvents.id))
    .limit(1)
  const said = last && auditRuleOf(last.kind)?.line(last.data, () => '')
  if (!said) return ''
  const lines = said.lines?.filter((line) => line !== undefined) ?? []
  return (last.kind === 'technician_changed' ? lines : [said.title, ...lines]).join(', ')
}
