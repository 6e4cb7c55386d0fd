import * as z from 'zod/mini'
import { services } from '#server/adapters/services.ts'
import {
  type DescribedVehicle,
  describeVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { AppError, Invalid } from '#server/http/errors.ts'
import { isCardMark, readCsv, textOf } from '#server/http/read-csv.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import { VehicleForm } from '#shared/contract/vehicles.ts'
import { mostCarsInFile, unitNumberOf } from '#shared/rules/companies.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { carOf } from '#shared/rules/import-cells.ts'
import { importFieldOf } from '#shared/rules/import-columns.ts'
import type { ImportProblem } from '#shared/rules/imports.ts'
import { phrase, t, translate, wording } from '#shared/texts/t.ts'

const unitNames = new Set(
  [
    'unit',
    'unit number',
    'unit no',
    'unit #',
    'unit id',
    'fleet number',
    'fleet no',
    'truck number',
    'vehicle number',
    'asset',
    'asset number',
    'unidad',
    'numero de unidad',
    'numero economico',
  ].map((name) => name.replace(/[^a-z]/g, '')),
)
const isUnit = (header: string) => unitNames.has(foldText(header).replace(/[^a-z]/g, ''))

const carFields = ['year', 'make', 'model', 'vehicle', 'licensePlate', 'vin'] as const
type Field = (typeof carFields)[number] | 'unit'

const fieldOf = (header: string): Field | undefined => {
  if (isUnit(header)) return 'unit'
  const found = importFieldOf(header)
  return carFields.find((field) => field === found)
}

export type CarRow = { row: number; unit: string; car: DescribedVehicle }
export type CarsFile = { rows: number; cars: CarRow[]; problems: ImportProblem[] }

const Unit = z.string().check(z.maxLength(20))
const { vin: Vin, licensePlate: Plate, ...shape } = VehicleForm.shape
const Car = z.object(shape)

/**
 * Reads a list of a company's cars. Rows that cannot be read are problems. Throws Invalid for an unreadable file, one without
 * columns of cars, and one with too many rows.
 */
export async function readCarsFile(bytes: Uint8Array): Promise<CarsFile> {
  const { header, headerRow, rows } = await readCsv(
    textOf(bytes),
    (cell) => fieldOf(cell) !== undefined,
  )
  const fields = header.map(fieldOf)
  if (!fields.some((field) => field === 'vin' || field === 'model' || field === 'vehicle'))
    throw new Invalid(
      phrase('Row {row} must name the columns: unit, VIN, plate, year, make, model.', {
        row: headerRow,
      }),
    )
  if (rows.length > mostCarsInFile)
    throw new Invalid(
      phrase('The file has more than {count} rows. Please split it.', { count: mostCarsInFile }),
    )
  const cars: CarRow[] = []
  const problems: ImportProblem[] = []
  for (const { row, cells } of rows) {
    const at = (field: Field) => {
      const cell = cells[fields.indexOf(field)] ?? ''
      return isCardMark(cell) ? '' : cell
    }
    const read = await readRow(at)
    if ('car' in read) cars.push({ row, ...read })
    else problems.push({ kind: 'row', row, column: '', message: translate(read.problem) })
  }
  return { rows: rows.length, cars, problems }
}

// Spreadsheets turn numbers into decimals.
const whole = (cell: string) => cell.replace(/\.0+$/, '')

async function readRow(
  at: (field: Field) => string,
): Promise<{ unit: string; car: DescribedVehicle } | { problem: string }> {
  const unit = unitNumberOf(whole(at('unit')).replace(/^#\s*/, ''))
  if (!parseTyped(Unit, unit).success)
    return { problem: t('A unit number has at most {count} characters.', { count: 20 }) }
  const vin = at('vin') ? parseTyped(Vin, at('vin')) : undefined
  if (vin && !vin.success) return { problem: vin.error.issues[0]?.message ?? '' }
  const plate = at('licensePlate') ? parseTyped(Plate, at('licensePlate')) : undefined
  if (plate && !plate.success) return { problem: plate.error.issues[0]?.message ?? '' }
  const written = carOf(at('vehicle'))
  const typed = {
    year: whole(at('year')) || (written?.year ?? ''),
    make: at('make') || (written?.make ?? ''),
    model: at('model') || (written?.model ?? ''),
  }
  const isWhole = typed.year && typed.make && typed.model
  const known = !isWhole && vin?.data ? await decoded(vin.data) : undefined
  const form = parseTyped(Car, {
    year: typed.year || (known?.year ?? ''),
    make: typed.make || (known?.make ?? ''),
    model: typed.model || (known?.model ?? ''),
  })
  if (!form.success) return { problem: form.error.issues[0]?.message ?? '' }
  try {
    const car = await describeVehicle(
      { ...form.data, licensePlate: plate?.data ?? '', ...(vin?.data && { vin: vin.data }) },
      '',
    )
    return { unit, car }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    return { problem: wording(error.untranslated) }
  }
}

async function decoded(vin: string) {
  const car = await services()
    .vin.decode(vin)
    .catch(() => undefined)
  return car && { ...car, year: car.year === undefined ? undefined : String(car.year) }
}
