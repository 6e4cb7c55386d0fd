import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { barePlate } from '#server/features/vehicles/queries.ts'
import type { ImportOutcome } from '#shared/rules/imports.ts'
import { t } from '#shared/texts/t.ts'
import type { ReadRow } from './read-row.ts'

type Car = { plate: string; vin: string | null }
/** Somebody with an account; `id` is null for who is in an earlier row of the file alone. */
export type Known = {
  id: string | null
  name: string
  email: string | null
  phone: string
  isCustomer: boolean
  /** Signed in once, and never said what for. */
  isUnused: boolean
  isClosed: boolean
  cars: Car[]
}

export type Match =
  | { outcome: 'problem'; field: 'email'; message: string }
  | {
      outcome: Exclude<ImportOutcome, 'problem'>
      /** Null: to be added, as somebody else than whoever has their phone number already. */
      customer: Known | null
      car: 'new' | 'known' | null
    }

/** Everybody who could be one of these. */
export class KnownPeople {
  private readonly ids = new Set<string>()
  private readonly byEmail = new Map<string, Known>()
  private readonly byPhone = new Map<string, Known[]>()

  static async of(rows: readonly ReadRow[]): Promise<KnownPeople> {
    const people = new KnownPeople()
    await people.load(rows)
    return people
  }

  /** Everybody else who could be one of these. */
  async load(rows: readonly ReadRow[]): Promise<void> {
    const emails = rows.flatMap(({ customer }) => customer.email ?? [])
    const phones = rows.flatMap(({ customer }) => customer.phone || [])
    for (const one of await peopleWith(emails, phones))
      if (!one.id || !this.ids.has(one.id)) this.add(one)
  }

  private add(person: Known): void {
    if (person.id) this.ids.add(person.id)
    if (person.email) this.byEmail.set(person.email, person)
    if (person.phone && person.isCustomer && !person.isClosed)
      this.byPhone.set(person.phone, [...(this.byPhone.get(person.phone) ?? []), person])
  }

  /** What is to become of a row, and remembers it for the rows after it. */
  match({ customer, car }: ReadRow): Match {
    const named = customer.email ? this.byEmail.get(customer.email) : undefined
    if (named?.isClosed)
      return {
        outcome: 'problem',
        field: 'email',
        message: t('The account with this e-mail is closed.'),
      }
    if (named && !named.isCustomer && !named.isUnused)
      return {
        outcome: 'problem',
        field: 'email',
        message: t('This e-mail belongs to someone who works here.'),
      }
    const known = named?.isCustomer ? named : (this.sameByPhone(customer) ?? null)
    const own = car && carOf(car.form)
    const isKnown = own && known?.cars.some((other) => isSame(own, other))
    if (own && !isKnown) known?.cars.push(own)
    if (!known)
      this.add({
        id: null,
        name: nameOf(customer),
        email: customer.email,
        phone: customer.phone,
        isCustomer: true,
        isUnused: false,
        isClosed: false,
        cars: own ? [own] : [],
      })
    return {
      outcome: !known ? 'new' : own && !isKnown ? 'new_car' : 'known',
      customer: known,
      car: own ? (isKnown ? 'known' : 'new') : null,
    }
  }

  /** A phone may be shared by a family: whoever has another name and another e-mail is somebody else. */
  private sameByPhone(customer: ReadRow['customer']): Known | undefined {
    const all = customer.phone ? (this.byPhone.get(customer.phone) ?? []) : []
    const name = nameOf(customer)
    return (
      all.find((one) => one.name === name) ??
      all.find((one) => one.email === null || customer.email === null)
    )
  }
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.toLowerCase()

const carOf = (form: { licensePlate: string; vin?: string | undefined }): Car => ({
  plate: barePlate(form.licensePlate),
  vin: form.vin ?? null,
})
const isSame = (one: Car, other: Car) =>
  (one.vin !== null && one.vin === other.vin) || (one.plate !== '' && one.plate === other.plate)

async function peopleWith(emails: string[], phones: string[]): Promise<Known[]> {
  if (emails.length === 0 && phones.length === 0) return []
  const rows = await db()
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
  const cars = rows.length > 0 ? await carsOf(rows.map(({ id }) => id)) : []
  return rows.map((row) => ({
    id: row.id,
    name: nameOf(row),
    email: row.email,
    phone: row.phone,
    isCustomer: row.role === 'customer',
    isUnused: row.role === null,
    isClosed: row.deactivatedAt !== null,
    cars: cars
      .filter(({ customerId }) => customerId === row.id)
      .map(({ licensePlate, vin }) => ({ plate: barePlate(licensePlate), vin })),
  }))
}

const carsOf = (customerIds: string[]) =>
  db()
    .select({
      customerId: vehicles.customerId,
      licensePlate: vehicles.licensePlate,
      vin: vehicles.vin,
    })
    .from(vehicles)
    .where(and(inArray(vehicles.customerId, customerIds), isNull(vehicles.deletedAt)))
