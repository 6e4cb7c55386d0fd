import * as z from 'zod/mini'
import { services } from '#server/adapters/services.ts'
import {
  describeVehicle,
  type DescribedVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { AppError } from '#server/http/errors.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import { VehicleForm } from '#shared/contract/vehicles.ts'
import { carsOf } from '#shared/rules/import-cells.ts'
import type { ImportField } from '#shared/rules/import-columns.ts'
import { checkVin } from '#shared/rules/vin.ts'
import { t, text, wording } from '#shared/texts/t.ts'
import type { Cells } from './cells.ts'

export type CarMark = { licensePlate: string; vin: string | undefined }

export const carPlease = text('Please write the car like 2018 Honda Civic.')
const { vin: Vin, licensePlate: Plate, ...shape } = VehicleForm.shape
/** Lists often lack plates; the office or the customer adds them later. */
const Car = z.object(shape)

const fields = ['year', 'make', 'model', 'vehicle', 'licensePlate', 'vin'] as const

const severalPlease = text(
  'Please put each car in a row of its own, with its year, make and model.',
)
const whosePlease = text('This row has several cars: please add this to the right one.')

/** A row's car, or several in one cell. What cannot be read stays as a note. */
export async function readCar(at: Cells): Promise<{
  car: DescribedVehicle | null
  more?: DescribedVehicle[]
  /** Plate and VIN of a row that has nothing else of its car. */
  mark?: CarMark | undefined
  note: string | false
}> {
  const written = fields.map((field) => at.first(field)).filter(Boolean)
  if (written.length === 0) return { car: null, note: false }
  const listed = carsOf(at.first('vehicle'))
  if (listed.length > 1 && !at.first('model')) {
    const [car = null, ...more] = await listedCars(at, listed)
    for (const field of ['licensePlate', 'vin', 'mileage'] as const)
      if (at.first(field)) at.refuse(field, whosePlease)
    const isWhole = car && written.length === 1
    return { car, more, note: !isWhole && t('Car: {car}', { car: written.join(' ') }) }
  }
  const { car, mark } = await describedCar(at)
  return { car, mark, note: !car && t('Car: {car}', { car: written.join(' ') }) }
}

async function describedCar(
  at: Cells,
): Promise<{ car: DescribedVehicle | null; mark?: CarMark | undefined }> {
  const vin = parsed(at, 'vin', Vin, at.first('vin') || undefined)
  const licensePlate = at.first('licensePlate')
    ? (parsed(at, 'licensePlate', Plate, at.first('licensePlate')) ?? '')
    : ''
  const typed = {
    year: at.first('year').replace(/\.0+$/, ''),
    make: at.first('make'),
    model: at.first('model'),
  }
  const whole = at.first('vehicle')
  const split = whole ? carsOf(whole)[0] : undefined
  const isTyped = Boolean(typed.year && typed.make && typed.model)
  const known = !isTyped && !split && vin ? await decoded(vin) : undefined
  if (!isTyped && !split && !known && whole && !typed.make) {
    at.refuse('vehicle', carPlease)
    return { car: null }
  }
  if (!whole && !known && !typed.year && !typed.make && !typed.model)
    return { car: null, mark: vin || licensePlate ? { licensePlate, vin } : undefined }
  const form = parseTyped(Car, {
    year: typed.year || (split ?? known)?.year || '',
    make: typed.make || (split ?? known)?.make || '',
    model: typed.model || (split ?? known)?.model || '',
  })
  if (!form.success) {
    for (const [field, message] of firstIssues(form.error)) at.refuse(field, message)
    return { car: null }
  }
  const described = { ...form.data, licensePlate }
  const withVin = vin ? await describe(at, { ...described, vin }) : null
  const check = vin && withVin ? checkVin(vin) : undefined
  if (check?.ok && check.warning) at.refuse('vin', check.warning, { kind: 'note' })
  return { car: withVin ?? (await describe(at, described)) }
}

/** None if one of them cannot be read. */
async function listedCars(at: Cells, listed: ReturnType<typeof carsOf>) {
  const cars: DescribedVehicle[] = []
  for (const one of listed) {
    const form = one && parseTyped(Car, one)
    const car = form?.success ? await describe(at, { ...form.data, licensePlate: '' }) : null
    if (!car) {
      at.refuse('vehicle', severalPlease)
      return []
    }
    cars.push(car)
  }
  return cars
}

/** Reports at its column why a car is not that; null then. */
async function describe(at: Cells, form: VehicleForm): Promise<DescribedVehicle | null> {
  try {
    return await describeVehicle(form, '')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    const { fields: at_ = [] } = (error.details ?? {}) as {
      fields?: { path: string; message: string }[]
    }
    const [first] = at_
    at.refuse((first?.path ?? 'year') as ImportField, first?.message ?? wording(error.untranslated))
    return null
  }
}

function parsed(
  at: Cells,
  field: ImportField,
  schema: z.ZodMiniType<string | undefined>,
  value: string | undefined,
): string | undefined {
  const result = parseTyped(schema, value)
  if (result.success) return result.data
  at.refuse(field, result.error.issues[0]?.message ?? '')
  return undefined
}

function firstIssues({ issues }: z.core.$ZodError): Map<ImportField, string> {
  const found = new Map<ImportField, string>()
  for (const { path, message } of issues) {
    const field = String(path[0]) as ImportField
    if (!found.has(field)) found.set(field, message)
  }
  return found
}

async function decoded(vin: string) {
  const car = await services()
    .vin.decode(vin)
    .catch(() => undefined)
  return car && { ...car, year: car.year === undefined ? undefined : String(car.year) }
}
