import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { companies, companyMembers } from '#server/database/tables/companies.ts'
import { places } from '#server/database/tables/customers.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { happened } from '#server/events/happened.ts'
import { hasActiveJob } from '#server/features/vehicles/queries.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { type CompanyRow, companyFor } from '#server/reads/companies.ts'
import { personName } from '#server/reads/people.ts'
import { barePlate } from '#server/reads/search-conditions.ts'
import type { MovedCars } from '#shared/contract/companies.ts'
import { maxPlaces } from '#shared/rules/places.ts'
import type { Person } from '#shared/rules/roles.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { lockCompany } from './lock-company.ts'
import { companyChanged } from './save-company.ts'

const copyReadings = {
  name: 'copy-odometer-readings',
  text: `insert into odometer_readings (vehicle_id, miles, read_on, read_by, created_at)
    select c.to_id, o.miles, o.read_on, o.read_by, o.created_at
    from unnest($1::uuid[], $2::uuid[]) as c(from_id, to_id)
      join odometer_readings o on o.vehicle_id = c.from_id`,
}

/**
 * Moves a car to another company, without a driver; its visits stay with the company that had them. Throws NotFound, Invalid
 * `companyId`, Conflict with a visit ahead or when the other company has its plate or VIN.
 */
export async function moveCar(
  person: Person,
  companyId: string,
  vehicleId: string,
  intoId: string,
): Promise<void> {
  await companyFor(person, companyId)
  await transaction(async () => {
    const { from, into } = await lockBoth(companyId, intoId)
    const { moved, left } = await moveCars(from, into, { withDrivers: false }, vehicleId)
    const [kept] = left
    if (kept)
      throw new Conflict(
        kept.why === 'visit'
          ? phrase('This car has a visit ahead.')
          : phrase('The other company has a car with this plate or VIN.'),
      )
    if (moved.length === 0) throw new NotFound(phrase('Vehicle not found.'))
    await companyChanged(person, from, { what: 'cars' })
    await companyChanged(person, into, { what: 'cars' })
  })
}

/**
 * Merges a company into another one and closes it: its members, yards and cars go there, as far as they are not there yet.
 * Visits, statements and payments stay with it, and so do cars with a visit ahead. Its managers and approvers can still read
 * it. Throws NotFound, Invalid `companyId`.
 */
export async function mergeCompany(
  person: Person,
  companyId: string,
  intoId: string,
): Promise<MovedCars> {
  await companyFor(person, companyId)
  return transaction(async () => {
    const { from, into } = await lockBoth(companyId, intoId)
    await addMembers(person, from, into)
    await addYards(from, into)
    const { moved, left } = await moveCars(from, into, { withDrivers: true })
    await endDrivers(person, from)
    await db().update(companies).set({ closedAt: now() }).where(eq(companies.id, from.id))
    await companyChanged(person, from, { what: 'merged' })
    await companyChanged(person, into, { what: 'cars' })
    return {
      moved: moved.length,
      left: left.map(({ car, why }) => ({
        unit: car.unitNumber || vehicleName(car),
        reason:
          why === 'visit'
            ? t('It has a visit ahead.')
            : t('The other company has a car with its plate or VIN.'),
      })),
    }
  })
}

/** In one order, so that two opposite calls do not wait for each other. */
async function lockBoth(companyId: string, intoId: string) {
  if (companyId === intoId) throw Invalid.at('companyId', phrase('Please choose another company.'))
  const found = new Map<string, CompanyRow>()
  for (const id of [companyId, intoId].toSorted()) found.set(id, await lockCompany(id))
  const [from, into] = [found.get(companyId), found.get(intoId)]
  if (!from || !into) throw new NotFound(phrase('Company not found.'))
  if (into.closedAt) throw Invalid.at('companyId', phrase('The account of this company is closed.'))
  return { from, into }
}

type Car = typeof vehicles.$inferSelect
type Left = { car: Car; why: 'visit' | 'known' }

const carsOf = ({ accountId }: CompanyRow) =>
  and(eq(vehicles.customerId, accountId), isNull(vehicles.deletedAt))

async function moveCars(
  from: CompanyRow,
  into: CompanyRow,
  { withDrivers }: { withDrivers: boolean },
  only?: string,
): Promise<{ moved: Car[]; left: Left[] }> {
  const wanted = and(carsOf(from), only ? eq(vehicles.id, only) : undefined)
  // A booking locks the car's row too: either we see the visit, or it waits and finds no car.
  await db().select({ id: vehicles.id }).from(vehicles).where(wanted).for('update')
  const cars = await db()
    .select({ car: vehicles, hasActiveJob })
    .from(vehicles)
    .where(wanted)
    .orderBy(asc(vehicles.createdAt), asc(vehicles.id))
  const there = await db().select().from(vehicles).where(carsOf(into))
  const known = new Set(there.flatMap(namesOf))
  const units = new Set(there.map(({ unitNumber }) => unitNumber))
  const left: Left[] = []
  const moved: Car[] = []
  for (const { car, hasActiveJob: isBooked } of cars)
    if (isBooked) left.push({ car, why: 'visit' })
    else if (namesOf(car).some((name) => known.has(name))) left.push({ car, why: 'known' })
    else moved.push(car)
  if (moved.length === 0) return { moved, left }
  const ids = moved.map(({ id }) => id)
  const copies = moved.map((car) => {
    const isTaken = units.has(car.unitNumber)
    units.add(car.unitNumber)
    return {
      ...car,
      id: randomUUID(),
      customerId: into.accountId,
      unitNumber: isTaken ? '' : car.unitNumber,
      driverId: withDrivers ? car.driverId : null,
      touchedAt: now(),
    }
  })
  await db().insert(vehicles).values(copies)
  await queryRows(copyReadings, [ids, copies.map(({ id }) => id)])
  await db()
    .update(vehicles)
    .set({ deletedAt: now(), touchedAt: now(), driverId: null })
    .where(inArray(vehicles.id, ids))
  return { moved, left }
}

const namesOf = ({ licensePlate, vin }: Car): string[] => [
  ...(barePlate(licensePlate) ? [`plate ${barePlate(licensePlate)}`] : []),
  ...(vin ? [`vin ${vin}`] : []),
]

const isCurrent = isNull(companyMembers.leftAt)

async function addMembers(person: Person, from: CompanyRow, into: CompanyRow): Promise<void> {
  const members = await db()
    .select({
      userId: companyMembers.userId,
      role: companyMembers.role,
      email: users.email,
      language: users.language,
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, from.id), isCurrent))
  const there = await db()
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(and(eq(companyMembers.companyId, into.id), isCurrent))
  const known = new Set(there.map(({ userId }) => userId))
  const added = members.filter(({ userId }) => !known.has(userId))
  if (added.length === 0) return
  await db()
    .insert(companyMembers)
    .values(
      added.map(({ userId, role }) => ({ companyId: into.id, userId, role, joinedAt: now() })),
    )
  const company = await personName(into.accountId)
  for (const { userId, role, email, language } of added)
    await happened({
      event: 'company_member_added',
      by: person.id,
      personId: userId,
      data: {
        companyId: into.id,
        company,
        role,
        invitedEmail: email ?? '',
        language,
        invited: false,
      },
    })
}

async function addYards(from: CompanyRow, into: CompanyRow): Promise<void> {
  const yards = await db()
    .select()
    .from(places)
    .where(eq(places.customerId, from.accountId))
    .orderBy(asc(places.createdAt))
  const there = await db().select().from(places).where(eq(places.customerId, into.accountId))
  const known = new Set(there.map(({ address }) => address))
  const added = yards
    .filter(({ address }) => !known.has(address))
    .slice(0, Math.max(0, maxPlaces - there.length))
  if (added.length === 0) return
  await db()
    .insert(places)
    .values(
      added.map((yard) => ({
        ...yard,
        id: randomUUID(),
        customerId: into.accountId,
        createdAt: now(),
      })),
    )
}

/** Drivers without a car left in the company leave it. */
async function endDrivers(person: Person, company: CompanyRow): Promise<void> {
  const driving = await db()
    .select({ driverId: vehicles.driverId })
    .from(vehicles)
    .where(carsOf(company))
  const kept = new Set(driving.map(({ driverId }) => driverId))
  const drivers = await db()
    .select()
    .from(companyMembers)
    .where(
      and(eq(companyMembers.companyId, company.id), eq(companyMembers.role, 'driver'), isCurrent),
    )
  const ended = drivers.filter(({ userId }) => !kept.has(userId))
  if (ended.length === 0) return
  await db()
    .update(companyMembers)
    .set({ leftAt: now() })
    .where(
      inArray(
        companyMembers.id,
        ended.map(({ id }) => id),
      ),
    )
  for (const { userId } of ended)
    await happened({
      event: 'company_member_removed',
      by: person.id,
      personId: userId,
      data: { companyId: company.id },
    })
}
