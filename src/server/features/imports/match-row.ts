import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { barePlate } from '#server/reads/search-conditions.ts'
import type { ImportOutcome, ImportCounts } from '#shared/rules/imports.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import type { ReadRow } from './parse-row.ts'

type Car = { name: string; plate: string; vin: string | null }
/** A person with an account; `id` is null for people only in the file, until they are added. */
export type Known = {
  id: string | null
  firstName: string
  lastName: string
  email: string | null
  phone: string
  isCustomer: boolean
  /** Signed in once without ever choosing a role. */
  isUnused: boolean
  isClosed: boolean
  cars: Car[]
}

export type Match =
  | { outcome: 'problem'; field: 'email'; message: string }
  | { outcome: 'problem'; field: 'email'; emailOf: Known }
  | {
      /** `new`: to be added, as a different person from any with the same phone number. */
      outcome: Exclude<ImportOutcome, 'problem'>
      customer: Known
      car: 'new' | 'known' | null
    }

/** People that rows may refer to: existing accounts, and people in rows already matched. */
export class KnownPeople {
  private readonly ids = new Set<string>()
  private readonly byEmail = new Map<string, Known>()
  private readonly byPhone = new Map<string, Known[]>()

  /** Loads more existing accounts these rows may refer to; `lock` locks them until the transaction ends. */
  async load(rows: readonly ReadRow[], { lock = false } = {}): Promise<void> {
    const emails = rows.flatMap(({ customer }) => customer.email ?? [])
    const phones = rows.flatMap(({ customer }) => customer.phone || [])
    for (const one of await peopleWith(emails, phones, lock))
      if (!one.id || !this.ids.has(one.id)) this.add(one)
  }

  private add(person: Known): void {
    if (person.id) this.ids.add(person.id)
    if (person.email) this.byEmail.set(person.email, person)
    if (person.phone && person.isCustomer && !person.isClosed)
      this.byPhone.set(person.phone, [...(this.byPhone.get(person.phone) ?? []), person])
  }

  /** Returns what importing this row would do, and remembers its person and car for later rows. */
  match({ customer, car }: ReadRow): Match {
    const named = customer.email ? this.byEmail.get(customer.email) : undefined
    const problem = named && problemWith(named)
    if (problem) return { outcome: 'problem', field: 'email', message: problem }
    if (named?.isCustomer && isSomebodyElse(named, customer))
      return { outcome: 'problem', field: 'email', emailOf: named }
    const found = named?.isCustomer ? named : this.sameByPhone(customer)
    const known = found ?? this.meet(customer)
    const own = car && carOf(car.form)
    const isKnown = own !== null && known.cars.some((other) => isSame(own, other))
    if (own && !isKnown) known.cars.push(own)
    return {
      outcome: !found ? 'new' : own && !isKnown ? 'new_car' : 'known',
      customer: known,
      car: own ? (isKnown ? 'known' : 'new') : null,
    }
  }

  private meet(customer: ReadRow['customer']): Known {
    const flags = { isCustomer: true, isUnused: false, isClosed: false }
    const met: Known = { id: null, ...customer, ...flags, cars: [] }
    this.add(met)
    return met
  }

  /** Families may share a phone: a different name and e-mail mean a different person. */
  private sameByPhone(customer: ReadRow['customer']): Known | undefined {
    const all = customer.phone ? (this.byPhone.get(customer.phone) ?? []) : []
    const name = nameOf(customer)
    return (
      all.find((one) => nameOf(one) === name) ??
      all.find((one) => one.email === null || customer.email === null)
    )
  }
}

function problemWith(known: Known): string | undefined {
  if (known.isClosed) return t('The account with this e-mail is closed. Please use another one.')
  if (!known.isCustomer && !known.isUnused)
    return t('This e-mail belongs to someone who works here. Please use another one.')
  return undefined
}

/** An e-mail such as the shop's own may appear for many people; only the first gets it, so that their cars don't mix. */
const isSomebodyElse = (known: Known, { firstName, lastName, phone }: ReadRow['customer']) =>
  differ(known.firstName, firstName) &&
  differ(known.lastName, lastName) &&
  (phone === '' || known.phone !== phone)

const bare = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
const differ = (one: string, other: string) =>
  one !== '' && other !== '' && bare(one) !== bare(other)

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.toLowerCase()

type NamedCar = Parameters<typeof vehicleName>[0] & {
  licensePlate: string
  vin?: string | null | undefined
}
const carOf = (car: NamedCar): Car => ({
  name: vehicleName(car).toLowerCase(),
  plate: barePlate(car.licensePlate),
  vin: car.vin ?? null,
})
/** Without a VIN or a real plate, cars with the same name count as the same: files are often imported twice. */
function isSame(one: Car, other: Car): boolean {
  if (one.vin !== null && other.vin !== null)
    return one.vin === other.vin || hasSamePlate(one, other)
  const isBare = one.plate === '' && other.plate === ''
  return isBare ? one.name === other.name : hasSamePlate(one, other)
}

const hasSamePlate = (one: Car, other: Car) => one.plate !== '' && one.plate === other.plate

async function peopleWith(emails: string[], phones: string[], lock: boolean): Promise<Known[]> {
  if (emails.length === 0 && phones.length === 0) return []
  const found = db()
    .select()
    .from(users)
    .where(
      and(
        isNull(users.anonymizedAt),
        or(
          emails.length > 0 ? inArray(users.email, emails) : undefined,
          phones.length > 0
            ? and(inArray(users.phone, phones), eq(users.role, 'customer'))
            : undefined,
        ),
      ),
    )
    .orderBy(users.createdAt, users.id)
  const rows = await (lock ? found.for('no key update') : found)
  const cars = Map.groupBy(
    rows.length > 0 ? await carsOf(rows.map(({ id }) => id)) : [],
    ({ customerId }) => customerId,
  )
  return rows.map((row) => ({
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    isCustomer: row.role === 'customer',
    isUnused: row.role === null,
    isClosed: row.deactivatedAt !== null,
    cars: (cars.get(row.id) ?? []).map(carOf),
  }))
}

const carsOf = (customerIds: string[]) =>
  db()
    .select({
      customerId: vehicles.customerId,
      year: vehicles.year,
      make: vehicles.make,
      model: vehicles.model,
      licensePlate: vehicles.licensePlate,
      vin: vehicles.vin,
    })
    .from(vehicles)
    .where(and(inArray(vehicles.customerId, customerIds), isNull(vehicles.deletedAt)))

/** Counts one more row; `match` is undefined for an unreadable one. */
export function addToCounts(counts: ImportCounts, match: Match | undefined): void {
  if (!match || match.outcome === 'problem') {
    counts.badRows++
    return
  }
  if (match.outcome === 'new') counts.newCustomers++
  else counts.matchedCustomers++
  if (match.car === 'new') counts.newVehicles++
  if (match.car === 'known') counts.knownVehicles++
}
