import { and, eq, isNull } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { companyMembers } from '#server/database/tables/companies.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { addVehicle } from '#server/features/vehicles/actions/add-vehicle.ts'
import { deleteVehicle } from '#server/features/vehicles/actions/delete-vehicle.ts'
import type { DescribedVehicle } from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { Conflict, Invalid, NotFound } from '#server/http/errors.ts'
import { companyFor, type CompanyRow } from '#server/reads/companies.ts'
import type { CompanyCarChange, CompanyCarForm } from '#shared/contract/companies.ts'
import { mayManage, unitNumberOf } from '#shared/rules/companies.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { companyChanged } from './save-company.ts'
import { lockCompany } from './lock-company.ts'

/**
 * Adds a car and returns its id. Throws Conflict at the field when another car of the company has its unit number, plate or
 * VIN, Invalid for a driver who is not a member.
 */
export async function addCar(
  person: Person,
  companyId: string,
  { unitNumber, driverId }: Pick<CompanyCarForm, 'unitNumber' | 'driverId'>,
  { form, oilData }: DescribedVehicle,
): Promise<string> {
  return transaction(async () => {
    const company = await lockCompany(companyId)
    const id = await addVehicle(company.accountId, form, oilData)
    await setCar(company, id, { unitNumber, driverId })
    await companyChanged(person, company, { what: 'cars' })
    return id
  })
}

/** Changes a car's unit number and driver. Throws NotFound, and what `addCar` throws. */
export async function changeCar(
  person: Person,
  companyId: string,
  vehicleId: string,
  change: CompanyCarChange,
): Promise<void> {
  await companyFor(person, companyId, mayManage)
  await transaction(async () => {
    const company = await lockCompany(companyId)
    await setCar(company, vehicleId, change)
    await companyChanged(person, company, { what: 'cars' })
  })
}

async function setCar(
  { id: companyId, accountId }: CompanyRow,
  vehicleId: string,
  { unitNumber, driverId }: CompanyCarChange,
): Promise<void> {
  if (driverId) {
    const current = and(
      eq(companyMembers.companyId, companyId),
      eq(companyMembers.userId, driverId),
      isNull(companyMembers.leftAt),
    )
    if ((await db().$count(companyMembers, current)) === 0)
      throw Invalid.at('driverId', phrase('This person is no longer a member.'))
  }
  const unit = unitNumber === undefined ? undefined : unitNumberOf(unitNumber)
  const ofCompany = and(eq(vehicles.customerId, accountId), isNull(vehicles.deletedAt))
  if (unit) {
    const [other] = await db()
      .select({ id: vehicles.id })
      .from(vehicles)
      .where(and(ofCompany, eq(vehicles.unitNumber, unit)))
    if (other && other.id !== vehicleId)
      throw Conflict.at('unitNumber', phrase('Another car has this unit number.'))
  }
  const changed = await db()
    .update(vehicles)
    .set({
      ...(unit !== undefined && { unitNumber: unit }),
      ...(driverId !== undefined && { driverId }),
    })
    .where(and(ofCompany, eq(vehicles.id, vehicleId)))
    .returning({ id: vehicles.id })
    .catch((error: unknown) => {
      throw isUniqueViolation(error)
        ? Conflict.at('unitNumber', phrase('Another car has this unit number.'))
        : error
    })
  if (changed.length === 0) throw new NotFound(phrase('Vehicle not found.'))
}

/** Removes a car; its visits stay. Throws NotFound, Conflict with a visit ahead. */
export async function removeCar(
  person: Person,
  companyId: string,
  vehicleId: string,
): Promise<void> {
  await companyFor(person, companyId, mayManage)
  await transaction(async () => {
    const company = await lockCompany(companyId)
    await deleteVehicle({ id: company.accountId, role: 'customer', active: true }, vehicleId)
    await db().update(vehicles).set({ driverId: null }).where(eq(vehicles.id, vehicleId))
    await companyChanged(person, company, { what: 'cars' })
  })
}
