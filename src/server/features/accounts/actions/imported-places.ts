import { createHash, randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { places } from '#server/database/tables/customers.ts'
import type { KeptReason } from '#shared/rules/imports.ts'

type NewPlace = { customerId: string; name: string; address: string }
type Added = { id: string; fingerprint: string }

/** Saves addresses from a file for customers, in the current transaction, whose limit the caller has checked. */
export async function addImportedPlaces(all: readonly NewPlace[]): Promise<Added[]> {
  if (all.length === 0) return []
  const rows = all.map((place, n) => ({
    ...place,
    id: randomUUID() as string,
    // A millisecond apart, to keep their order.
    createdAt: new Date(now().getTime() + n),
  }))
  await db().insert(places).values(rows)
  return rows.map((row) => ({ id: row.id, fingerprint: hashOf({ ...row, accessNotes: '' }) }))
}

/** Removes saved addresses that their customer has not changed; returns why the others stay, by id. */
export async function removeImportedPlaces(
  all: readonly Added[],
): Promise<Map<string, KeptReason>> {
  const ids = all.map(({ id }) => id)
  const rows = await db().select().from(places).where(inArray(places.id, ids)).for('update')
  const found = new Map(rows.map((row) => [row.id, row]))
  const kept = new Map<string, KeptReason>()
  for (const { id, fingerprint } of all) {
    const place = found.get(id)
    if (!place) kept.set(id, 'gone')
    else if (hashOf(place) !== fingerprint) kept.set(id, 'changed')
  }
  const unused = ids.filter((id) => !kept.has(id))
  if (unused.length > 0) await db().delete(places).where(inArray(places.id, unused))
  return kept
}

const hashOf = ({
  name,
  address,
  accessNotes,
}: {
  name: string
  address: string
  accessNotes: string
}) =>
  createHash('sha256').update([name, address, accessNotes].join('\n')).digest('hex').slice(0, 32)
