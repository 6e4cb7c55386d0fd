import { and, desc, eq, gt, isNotNull } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { personName } from '#server/reads/people.ts'
import { Conflict } from '#server/http/errors.ts'
import { eventInWords } from '#shared/contract/describe-customer-event.ts'
import { phrase } from '#shared/texts/t.ts'
import { customerById } from '../queries.ts'

/** The Conflict for a customer changed since this version: the last change and its author, and the record `now`. */
export async function changedSince(customerId: string, version: number) {
  const [last] = await db()
    .select()
    .from(customerEvents)
    .where(
      and(
        eq(customerEvents.customerId, customerId),
        gt(customerEvents.version, Number.isNaN(version) ? 0 : version),
        isNotNull(customerEvents.actorId),
      ),
    )
    .orderBy(desc(customerEvents.version))
    .limit(1)
  const by = last?.actorId ? await personName(last.actorId) : ''
  const details = { reason: 'changed', by, now: await customerById(customerId) }
  if (!last || !by) return new Conflict(undefined, details)
  const fields = Array.isArray(last.data.fields) ? last.data.fields.map(String) : []
  return new Conflict(
    phrase('{name} has changed this in the meantime: {what}. Please check it again.', {
      name: by,
      what: eventInWords({ kind: last.kind, fields }),
    }),
    details,
  )
}
