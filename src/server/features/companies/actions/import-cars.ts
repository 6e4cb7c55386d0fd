import { and, eq, isNull } from 'drizzle-orm'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { addVehicles } from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { barePlate } from '#server/reads/search-conditions.ts'
import type { CarImport } from '#shared/contract/companies.ts'
import { type ImportProblem, maxImportProblems } from '#shared/rules/imports.ts'
import type { Person } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import type { CarRow, CarsFile } from '../cars-file.ts'
import { lockCompany } from './lock-company.ts'
import { companyChanged } from './save-company.ts'

const setUnits = {
  name: 'set-unit-numbers',
  text: `update vehicles v set unit_number = u.unit
    from unnest($1::uuid[], $2::text[]) as u(id, unit) where v.id = u.id`,
}

/**
 * Adds the cars of a file that the company does not have yet, or only reports what would happen. Cars it has by VIN or plate
 * stay as they are; a unit number that another car has is a problem of its row.
 */
export async function importCars(
  person: Person,
  companyId: string,
  { rows, cars, problems }: CarsFile,
  { dryRun }: { dryRun: boolean },
): Promise<CarImport> {
  return transaction(async () => {
    const company = await lockCompany(companyId)
    const own = await db()
      .select({ vin: vehicles.vin, plate: vehicles.licensePlate, unit: vehicles.unitNumber })
      .from(vehicles)
      .where(and(eq(vehicles.customerId, company.accountId), isNull(vehicles.deletedAt)))
    const known = { vins: new Set<string>(), plates: new Set<string>(), units: new Set<string>() }
    const remember = (vin: string | null | undefined, plate: string, unit: string) => {
      if (vin) known.vins.add(vin)
      if (barePlate(plate)) known.plates.add(barePlate(plate))
      if (unit) known.units.add(unit)
    }
    for (const { vin, plate, unit } of own) remember(vin, plate, unit)
    const added: CarRow[] = []
    const all: ImportProblem[] = [...problems]
    let knownCars = 0
    for (const one of cars) {
      const { vin, licensePlate } = one.car.form
      if ((vin && known.vins.has(vin)) || known.plates.has(barePlate(licensePlate))) knownCars++
      else if (known.units.has(one.unit))
        all.push({
          kind: 'row',
          row: one.row,
          column: '',
          message: t('Another car has unit number {unit}.', { unit: one.unit }),
        })
      else {
        remember(vin, licensePlate, one.unit)
        added.push(one)
      }
    }
    if (!dryRun && added.length > 0) {
      const ids = await addVehicles(
        person,
        added.map(({ car }) => ({ customerId: company.accountId, car, miles: null })),
      )
      await queryRows(setUnits, [ids, added.map(({ unit }) => unit)])
      await companyChanged(person, company, { what: 'cars' })
    }
    return {
      rows,
      added: added.length,
      known: knownCars,
      problems: all.toSorted((a, b) => a.row - b.row).slice(0, maxImportProblems),
    }
  })
}
