import { queryRows } from '#server/database/database.ts'
import type { importRecords } from '#server/database/tables/imports.ts'
import { lockNumbers } from '#server/features/customers/actions/add-customer.ts'
import { addCustomers } from '#server/features/customers/actions/add-customers.ts'
import { addVehicles } from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { fingerprintsOf } from '#server/features/vehicles/actions/remove-unused-vehicles.ts'
import type { Person } from '#shared/rules/roles.ts'
import { KnownPeople, type Match } from '../match-row.ts'
import type { ReadRow } from '../parse-row.ts'

type Made = Pick<typeof importRecords.$inferInsert, 'kind' | 'recordId' | 'fingerprint'>
type Matched = { row: ReadRow; match: Exclude<Match, { outcome: 'problem' }> }

/**
 * Adds the new customers and cars of a file's rows in the current transaction, without notifications. Returns each row's
 * outcome, in order, and what was added. Throws Conflict when an e-mail is taken concurrently.
 */
export async function importRows(
  person: Person,
  rows: readonly ReadRow[],
): Promise<{ matches: Match[]; made: Made[] }> {
  // One file at a time: two could deadlock on each other's customers.
  await queryRows(turn)
  await lockNumbers(rows.flatMap(({ customer }) => customer.phone || []))
  const people = new KnownPeople()
  await people.load(rows, { lock: true })
  const matches = rows.map((row) => people.match(row))
  const good = rows.flatMap((row, n): Matched[] => {
    const match = matches[n]
    return match && match.outcome !== 'problem' ? [{ row, match }] : []
  })
  const customers = await makeCustomers(person, good)
  return { matches, made: [...customers, ...(await makeVehicles(person, good))] }
}

async function makeCustomers(person: Person, all: readonly Matched[]): Promise<Made[]> {
  const fresh = all.filter(({ match }) => match.outcome === 'new')
  const added = await addCustomers(
    person,
    fresh.map(({ row: { customer, note } }) => ({ ...customer, note })),
  )
  return added.map(({ id, version }, n) => {
    // Their other cars are in later rows.
    const known = fresh[n]?.match.customer
    if (known) known.id = id
    return { kind: 'customer', recordId: id, fingerprint: String(version) }
  })
}

async function makeVehicles(person: Person, all: readonly Matched[]): Promise<Made[]> {
  const ids = await addVehicles(
    person,
    all.flatMap(({ row: { car, miles }, match }) =>
      car && match.car === 'new' && match.customer.id
        ? [{ customerId: match.customer.id, car, miles }]
        : [],
    ),
  )
  const fingerprints = await fingerprintsOf(ids)
  return ids.map((id) => ({
    kind: 'vehicle',
    recordId: id,
    fingerprint: fingerprints.get(id) ?? '',
  }))
}

const turn = {
  name: 'one-import-at-a-time',
  text: `select pg_advisory_xact_lock(hashtext('imports'))::text`,
}
