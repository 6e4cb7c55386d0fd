import { and, inArray, isNotNull } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import type { KeptReason } from '#shared/rules/imports.ts'

/**
 * Permanently removes imported visits that nothing has happened to, in the current transaction; returns why the others stay,
 * by id.
 */
export async function removeImportedVisits(
  ids: readonly string[],
): Promise<Map<string, KeptReason>> {
  const rows = await db()
    .select({ id: jobs.id, customerId: jobs.customerId })
    .from(jobs)
    .where(and(inArray(jobs.id, [...ids]), isNotNull(jobs.importedService)))
    .orderBy(jobs.id)
    .for('update')
  const used = await db()
    .selectDistinct({ id: jobEvents.jobId })
    .from(jobEvents)
    .where(inArray(jobEvents.jobId, [...ids]))
  const found = new Map(rows.map(({ id, customerId }) => [id, customerId]))
  const kept = new Map<string, KeptReason>(
    ids.flatMap((id) => (found.has(id) ? [] : [[id, 'gone' as const]])),
  )
  for (const { id } of used) kept.set(id, 'in_use')
  const unused = ids.filter((id) => !kept.has(id))
  if (unused.length === 0) return kept
  await db().delete(jobs).where(inArray(jobs.id, unused))
  const byCustomer = Map.groupBy(unused, (id) => found.get(id))
  await queryRows(recount, [
    [...byCustomer.keys()],
    [...byCustomer.values()].map(({ length }) => -length),
  ])
  return kept
}

const recount = {
  name: 'recount-customers-of-removed-visits',
  text: `select customer_totals_recount(c.id, c.more, 0)::text
    from unnest($1::uuid[], $2::int[]) as c(id, more) order by c.id`,
}
