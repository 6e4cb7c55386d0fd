import { and, eq, sql } from 'drizzle-orm'
import { db, queryRows } from '#server/database/database.ts'
import { importRecords } from '#server/database/tables/imports.ts'
import { addImportedPlaces } from '#server/features/accounts/actions/imported-places.ts'
import { lockNumbers } from '#server/features/customers/actions/add-customer.ts'
import { addCustomers } from '#server/features/customers/actions/add-customers.ts'
import { fillCustomer } from '#server/features/customers/actions/fill-customer.ts'
import {
  addImportedVisits,
  fillImportedVisit,
} from '#server/features/jobs/actions/add-imported-visits.ts'
import {
  addReadings,
  addVehicles,
  correctVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { fingerprintsOf } from '#server/features/vehicles/actions/remove-unused-vehicles.ts'
import type { Person } from '#shared/rules/roles.ts'
import { KnownPeople, type Match } from '../match-row.ts'
import type { ImportFile } from '../parse-file.ts'
import type { ReadRow } from '../parse-row.ts'
import { followVersion } from './record-versions.ts'

type Made = Pick<typeof importRecords.$inferInsert, 'kind' | 'recordId' | 'fingerprint'>
type Matched = { read: ReadRow; match: Match }
type Result = ReturnType<KnownPeople['match']>

/**
 * Adds what is new in a file's rows in the current transaction, without notifications. Returns each row's outcome and
 * problems, in order, and what was added. Throws Conflict when an e-mail is taken concurrently.
 */
export async function importRows(
  person: Person,
  importId: string,
  file: Pick<ImportFile, 'columns'>,
  rows: readonly ReadRow[],
): Promise<{ results: Result[]; made: Made[] }> {
  // One file at a time: two could deadlock on each other's customers.
  await queryRows(turn)
  await lockNumbers(rows.flatMap(({ customer }) => customer.phone || []))
  const people = new KnownPeople(file, importId)
  await people.load(rows, { lock: true })
  const results = rows.map((row) => people.match(row))
  const good = rows.flatMap((read, n): Matched[] => {
    const match = results[n]?.match
    return match && match.outcome !== 'problem' ? [{ read, match }] : []
  })
  const customers = await makeCustomers(person, good)
  const filled = await fillCustomers(person, good)
  for (const { match } of good) if (match.visitFills) await fillVisit(importId, match.visitFills)
  const vehicles = await makeVehicles(person, good)
  await changeVehicles(person, good, vehicles)
  return {
    results,
    made: [
      ...customers,
      ...filled,
      ...vehicles,
      ...(await makePlaces(good)),
      ...(await makeVisits(good)),
    ],
  }
}

async function makeCustomers(person: Person, all: readonly Matched[]): Promise<Made[]> {
  const fresh = all.filter(({ match }) => match.outcome === 'new')
  const added = await addCustomers(
    person,
    fresh.map(({ read: { note, wantsReminders }, match: { customer } }) => ({
      firstName: customer.firstName,
      lastName: customer.lastName,
      // With what later rows have added.
      email: customer.email,
      phone: customer.phone,
      marketingEmails: wantsReminders,
      note,
    })),
  )
  return added.map(({ id, version }, n) => {
    // Their other cars are in later rows.
    const known = fresh[n]?.match.customer
    if (known) known.id = id
    return { kind: 'customer', recordId: id, fingerprint: String(version) }
  })
}

/** An earlier import that added the customer can still be undone. */
async function fillCustomers(person: Person, all: readonly Matched[]): Promise<Made[]> {
  const made: Made[] = []
  const fresh = new Set(
    all.filter(({ match }) => match.outcome === 'new').map(({ match }) => match.customer),
  )
  for (const { match } of all) {
    const { customer, fills } = match
    if (fresh.has(customer) || !customer.id || Object.keys(fills).length === 0) continue
    const versions = await fillCustomer(person, customer.id, fills)
    await followVersion(customer.id, versions)
    const fingerprint = String(versions.after)
    for (const one of made) if (one.recordId === customer.id) one.fingerprint = fingerprint
    for (const kind of ['email', 'phone'] as const)
      if (fills[kind]) made.push({ kind, recordId: customer.id, fingerprint })
  }
  return made
}

/** Fills in an earlier import's visit, and records what it had; a file may do so in several rows. */
async function fillVisit(
  importId: string,
  { id, before, ...fills }: NonNullable<Match['visitFills']>,
) {
  await fillImportedVisit(id, fills)
  const { fingerprint } = importRecords
  await db()
    .insert(importRecords)
    .values({ importId, kind: 'visit_details', recordId: id, fingerprint: JSON.stringify(before) })
    .onConflictDoUpdate({
      target: [importRecords.importId, importRecords.kind, importRecords.recordId],
      set: { fingerprint: sql`(excluded.fingerprint::jsonb || ${fingerprint}::jsonb)::text` },
    })
}

async function makeVehicles(person: Person, all: readonly Matched[]): Promise<Made[]> {
  const fresh = all.flatMap(({ read: { car, miles }, match }) => {
    const customerId = match.customer.id
    if (!customerId) return []
    const first = car && match.isNewCar && match.car ? [{ car, miles, known: match.car }] : []
    const more = match.moreCars.map((one) => ({ ...one, miles: null }))
    return [...first, ...more].map((one) => ({ ...one, customerId }))
  })
  const ids = await addVehicles(person, fresh)
  ids.forEach((id, n) => {
    const known = fresh[n]?.known
    // Further visits of the car are in later rows.
    if (known) known.id = id
  })
  const fingerprints = await fingerprintsOf(ids)
  return ids.map((id) => ({
    kind: 'vehicle',
    recordId: id,
    fingerprint: fingerprints.get(id) ?? '',
  }))
}

/** Corrects known cars and adds their readings; imports that added the cars can still be undone. */
async function changeVehicles(person: Person, all: readonly Matched[], made: Made[]) {
  const corrections = all.flatMap(({ match: { car, correction } }) =>
    car?.id && correction ? [[car.id, correction] as const] : [],
  )
  const miles = new Map(
    all.flatMap(({ match: { car, miles } }) =>
      car?.id && miles !== null ? [[car.id, miles] as const] : [],
    ),
  )
  const ids = [...new Set([...corrections.map(([id]) => id), ...miles.keys()])]
  if (ids.length === 0) return
  const before = await fingerprintsOf(ids)
  for (const [id, car] of corrections) await correctVehicle(id, car)
  await addReadings(person, miles)
  for (const [id, after] of await fingerprintsOf(ids)) {
    const own = made.find(({ recordId }) => recordId === id)
    if (own) own.fingerprint = after
    await db()
      .update(importRecords)
      .set({ fingerprint: after })
      .where(
        and(
          eq(importRecords.recordId, id),
          eq(importRecords.kind, 'vehicle'),
          eq(importRecords.fingerprint, before.get(id) ?? ''),
        ),
      )
  }
}

async function makePlaces(all: readonly Matched[]): Promise<Made[]> {
  const added = await addImportedPlaces(
    all.flatMap(({ match: { customer, places } }) =>
      places.flatMap((place) => (customer.id ? [{ ...place, customerId: customer.id }] : [])),
    ),
  )
  return added.map(({ id, fingerprint }) => ({ kind: 'place', recordId: id, fingerprint }))
}

async function makeVisits(all: readonly Matched[]): Promise<Made[]> {
  const ids = await addImportedVisits(
    all.flatMap(({ read, match: { customer, visit } }) =>
      visit?.car.id && customer.id
        ? [
            {
              ...visit,
              customerId: customer.id,
              vehicleId: visit.car.id,
              address: read.places[0]?.address ?? '',
            },
          ]
        : [],
    ),
  )
  return ids.map((recordId) => ({ kind: 'visit', recordId, fingerprint: '' }))
}

const turn = {
  name: 'one-import-at-a-time',
  text: `select pg_advisory_xact_lock(hashtext('imports'))::text`,
}
