import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import type { importRecords } from '#server/database/tables/imports.ts'
import { users } from '#server/database/tables/users.ts'
import { addCustomer } from '#server/features/customers/actions/add-customer.ts'
import { addNote } from '#server/features/customers/actions/note-customer.ts'
import { addFirstReading } from '#server/features/vehicles/actions/add-first-reading.ts'
import { addVehicle } from '#server/features/vehicles/actions/add-vehicle.ts'
import { fingerprintOfVehicle } from '#server/features/vehicles/actions/remove-unused-vehicle.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { Match } from '../match-row.ts'
import type { ReadRow } from '../read-row.ts'

type Made = Pick<typeof importRecords.$inferInsert, 'kind' | 'recordId' | 'fingerprint'>

/** Adds what is new of a row, in the current transaction, and nobody is told; answers what it made. Throws Conflict. */
export async function importRow(
  person: Person,
  { customer, car, miles, note }: ReadRow,
  match: Exclude<Match, { outcome: 'problem' }>,
): Promise<Made[]> {
  const made: Made[] = []
  const known = match.customer?.id
  const { email, ...details } = customer
  const id =
    known ??
    (await addCustomer(
      person,
      { ...details, ...(email && { email }) },
      { isSomebodyElse: email !== null, quiet: true },
    ))
  if (!known) {
    if (note) await addNote(person, id, note, { quiet: true })
    made.push({ kind: 'customer', recordId: id, fingerprint: await versionOf(id) })
  }
  if (car && match.car === 'new') {
    const vehicleId = await addVehicle(id, car.form, car.oilData)
    if (miles !== null) await addFirstReading(vehicleId, miles, person.id)
    const fingerprint = (await fingerprintOfVehicle(vehicleId)) ?? ''
    made.push({ kind: 'vehicle', recordId: vehicleId, fingerprint })
  }
  return made
}

async function versionOf(id: string): Promise<string> {
  const [row] = await db().select({ version: users.version }).from(users).where(eq(users.id, id))
  return String(row?.version)
}
