import * as z from 'zod/mini'
import { cityOfZip } from '#server/features/service-area/queries.ts'
import {
  describeVehicle,
  type DescribedVehicle,
} from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { AppError } from '#server/http/errors.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { isStorable } from '#server/http/storable.ts'
import { services } from '#server/adapters/services.ts'
import { CustomerForm } from '#shared/contract/customers.ts'
import { parseTyped } from '#shared/contract/parse-typed.ts'
import { VehicleForm } from '#shared/contract/vehicles.ts'
import {
  type ImportField,
  type ImportProblem,
  milesOf,
  splitName,
  zipOf,
} from '#shared/rules/imports.ts'
import { maxMiles } from '#shared/rules/measurements.ts'
import { t, text, translate, wording } from '#shared/texts/t.ts'
import { makeWay } from './batches.ts'
import { headerOf, type ImportFile, isCardMark } from './parse-file.ts'

/** A row that can be imported; the phone number is E.164 or empty. */
export type ReadRow = {
  row: number
  customer: { firstName: string; lastName: string; email: string | null; phone: string }
  car: DescribedVehicle | null
  miles: number | null
  /** Address and notes, as one note for the office. */
  note: string
}

/** A row, or all the problems that keep it from being imported. */
export type ReadResult = ReadRow | { row: number; problems: ImportProblem[] }

const Names = z.object({
  firstName: CustomerForm.shape.firstName,
  lastName: CustomerForm.shape.lastName,
  email: z.optional(CustomerForm.shape.email),
  phone: z.optional(z.string().check(z.maxLength(40))),
})
/** Lists often lack plates; the office or the customer adds them later. */
const CarWithoutPlate = z.extend(z.omit(VehicleForm, { licensePlate: true }), {
  licensePlate: z.literal(''),
})
const longestNote = 4000
const refused = [
  text('Please enter an e-mail or a phone number'),
  text('Please enter a ZIP code of five digits'),
  text('Please enter the miles as a whole number, for example 45200'),
  text('Please check the miles'),
  text('The address and notes are too long'),
  text('There are more cells than columns. Put quotation marks around a text with a comma.'),
  text('The file was saved in another encoding. Please save it as UTF-8.'),
  text('This row contains a card number. Remove it and upload the file again.'),
] as const
const [
  contactPlease,
  zipPlease,
  milesPlease,
  checkMiles,
  shorterPlease,
  tooMany,
  encodingPlease,
  noCard,
] = refused
const readAtOnce = 20

type Cells = Partial<Record<ImportField, string>>

/** Reads rows of a file, letting other work run in between. May call outside services. */
export async function readRows(file: ImportFile, rows: ImportFile['rows']): Promise<ReadResult[]> {
  const read: ReadResult[] = []
  for (const row of rows) {
    if (read.length % readAtOnce === 0) await makeWay()
    const found = await readRow(file, row)
    read.push(Array.isArray(found) ? { row: row.row, problems: found } : found)
  }
  return read
}

async function readRow(
  file: ImportFile,
  { row, cells }: ImportFile['rows'][number],
): Promise<ReadRow | ImportProblem[]> {
  const at: Cells = {}
  file.columns.forEach(({ field }, n) => {
    if (field && cells[n]) at[field] = cells[n]
  })
  const problems: ImportProblem[] = []
  const refuse = (field: string, message: string) =>
    void problems.push({ row, column: columnOf(file, field), message: translate(message) })
  const card = cells.findIndex(isCardMark)
  if (card >= 0) {
    problems.push({
      row,
      column: file.columns[card]?.header ?? '',
      message: translate(noCard),
    })
    return problems
  }
  if (!isStorable(cells)) {
    refuse('', text('The text contains a character that we cannot store.'))
    return problems
  }
  // The replacement character: a program could not read this letter.
  const garbled = file.columns.findIndex(({ field }, n) => field && cells[n]?.includes('\uFFFD'))
  if (garbled >= 0) {
    problems.push({
      row,
      column: file.columns[garbled]?.header ?? '',
      message: translate(encodingPlease),
    })
    return problems
  }
  if (cells.slice(file.columns.length).some(Boolean)) {
    refuse('', tooMany)
    return problems
  }
  const customer = await readCustomer(at, refuse)
  const note = await readNote(at, refuse)
  const car = await readCar(at, refuse)
  const miles = at.mileage && car ? readMiles(at.mileage, refuse) : null
  return problems.length > 0 || !customer ? problems : { row, customer, car, miles, note }
}

/** The column of a field, or of the full name for parts of it; empty if the problem concerns the whole row. */
function columnOf(file: ImportFile, field: string): string {
  const own = headerOf(file, field as ImportField)
  return own || !/^(first|last)Name$/.test(field) ? own : headerOf(file, 'fullName')
}

type Refuse = (field: string, message: string) => void

async function readCustomer(at: Cells, refuse: Refuse): Promise<ReadRow['customer'] | undefined> {
  const names = at.fullName ? splitName(at.fullName) : {}
  const { firstName = '', lastName = '', email, phone } = { ...names, ...at }
  const form = { firstName, lastName, ...(email && { email }), ...(phone && { phone }) }
  const parsed = parse(Names, form, refuse)
  if (!email && !phone) refuse('', contactPlease)
  const number = await asked(() => phoneField(parsed?.phone ?? ''), refuse)
  if (!parsed || number === undefined) return undefined
  return { ...parsed, email: parsed.email ?? null, phone: number }
}

async function readNote(at: Cells, refuse: Refuse): Promise<string> {
  const zip = at.zip ? zipOf(at.zip) : ''
  if (zip === undefined) refuse('zip', zipPlease)
  const place = zip ? await cityOfZip(zip) : undefined
  const city = at.city ?? (at.street || zip ? (place?.city ?? '') : '')
  const state = [at.state ?? (city ? place?.state : undefined), zip].filter(Boolean).join(' ')
  const address = [at.street, city, state].filter(Boolean).join(', ')
  const note = [address && t('Address: {address}', { address }), at.notes]
    .filter(Boolean)
    .join('\n')
  if (note.length > longestNote) refuse('notes', shorterPlease)
  return note
}

async function readCar(at: Cells, refuse: Refuse): Promise<DescribedVehicle | null> {
  if (!at.year && !at.make && !at.model && !at.licensePlate && !at.vin) return null
  const known = at.vin && !(at.year && at.make && at.model) ? await decoded(at.vin) : undefined
  const form = parse(
    at.licensePlate ? VehicleForm : CarWithoutPlate,
    {
      year: at.year ?? known?.year ?? '',
      make: at.make ?? known?.make ?? '',
      model: at.model ?? known?.model ?? '',
      licensePlate: at.licensePlate ?? '',
      ...(at.vin && { vin: at.vin }),
    },
    refuse,
  )
  if (!form) return null
  return (await asked(() => describeVehicle(form, ''), refuse)) ?? null
}

async function decoded(vin: string) {
  const car = await services()
    .vin.decode(vin.toUpperCase().replace(/\s/g, ''))
    .catch(() => undefined)
  return car && { ...car, year: car.year === undefined ? undefined : String(car.year) }
}

function readMiles(written: string, refuse: Refuse): number | null {
  const miles = milesOf(written)
  if (miles === undefined) refuse('mileage', milesPlease)
  else if (miles > maxMiles) refuse('mileage', checkMiles)
  else return miles
  return null
}

function parse<S extends z.ZodMiniType>(
  schema: S,
  value: object,
  refuse: Refuse,
): z.output<S> | undefined {
  const result = parseTyped(schema, value)
  if (result.success) return result.data
  const seen = new Set<string>()
  for (const { path, message } of result.error.issues) {
    const field = String(path[0] ?? '')
    if (!seen.has(field)) refuse(field, message)
    seen.add(field)
  }
  return undefined
}

/** Runs a check and reports its Invalid errors at their columns; rethrows other errors. */
async function asked<T>(ask: () => Promise<T>, refuse: Refuse): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    const { fields = [] } = (error.details ?? {}) as {
      fields?: { path: string; message: string }[]
    }
    for (const { path, message } of fields) refuse(path, message)
    if (fields.length === 0) refuse('', wording(error.said))
    return undefined
  }
}
