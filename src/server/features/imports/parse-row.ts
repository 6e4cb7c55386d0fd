import * as z from 'zod/mini'
import { businessDate, businessToday } from '#server/base/business-time.ts'
import { isCardMark } from '#server/http/read-csv.ts'
import { isStorable } from '#server/http/storable.ts'
import { type DescribedVehicle } from '#server/features/vehicles/actions/find-or-add-vehicle.ts'
import { CustomerForm } from '#shared/contract/customers.ts'
import {
  centsOf,
  dateOf,
  groupingOf,
  instantOf,
  isArchived,
  isDayFirst,
  isNoName,
  isYes,
  milesOf,
} from '#shared/rules/import-cells.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import type { ImportField } from '#shared/rules/import-columns.ts'
import type { ImportProblem } from '#shared/rules/imports.ts'
import { isCompanyName, nameParts, withSuffix } from '#shared/rules/name-parts.ts'
import { maxMiles } from '#shared/rules/measurements.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import { makeWay } from './batches.ts'
import { type Cells, cellsOf } from './cells.ts'
import type { ImportFile } from './parse-file.ts'
import { readAddresses } from './parse-addresses.ts'
import { type CarMark, readCar } from './parse-car.ts'
import { readContacts } from './parse-contacts.ts'

/** A finished service from before: its business-local day, and the amount in cents, 0 if unknown. */
export type ReadVisit = {
  date: string
  service: string
  cents: number
  miles: number | null
  notes: string
}

/** A row that can be imported; the phone number is E.164 or empty, a single name or a company has no last name. */
export type ReadRow = {
  row: number
  customer: { firstName: string; lastName: string; email: string | null; phone: string }
  /** The list marks them as a former customer. */
  isArchived: boolean
  wantsReminders: boolean
  car: DescribedVehicle | null
  /** Plate and VIN of a row that has nothing else of its car. */
  mark: CarMark | undefined
  /** Further cars of a cell that lists several. */
  moreCars: DescribedVehicle[]
  /** The car's reading today. */
  miles: number | null
  places: { name: string; address: string }[]
  visit: ReadVisit | null
  /** The row is about a service, even one that cannot be imported. */
  isService: boolean
  /** One note for the office with everything that has no field of its own. */
  note: string
  /** Cells left out, and what to know. */
  problems: ImportProblem[]
}

/** A row, or why it cannot be imported. */
export type ReadResult = ReadRow | { row: number; refused: ImportProblem[] }

const longestName = 80
const longestNote = 4000
const longestService = 200
const earliest = '1970-01-01'
const readAtOnce = 20

const refused = [
  text('Please enter the name of the customer.'),
  text('This is a line of a report, not a customer.'),
  text('Please write the date like 11/3/2026.'),
  text('This date is in the future.'),
  text('Please write the date of the service, so that it can be imported.'),
  text('Please write the amount like 89.99.'),
  text('Please enter the miles as a whole number, for example 45200'),
  text('Please check the miles'),
  text('This service was not completed, so it is not imported as a visit.'),
  text('The notes are too long, so their end is left out.'),
  text('There are more cells than columns. Put quotation marks around a text with a comma.'),
  text('This row contains a card number. Remove it and upload the file again.'),
  text('The text contains a character that we cannot store.'),
  text('Please shorten this name to 80 characters.'),
] as const
const [
  namePlease,
  noCustomer,
  datePlease,
  notYet,
  dateMissing,
  amountPlease,
  milesPlease,
  checkMiles,
  notCompleted,
  shorterPlease,
  tooMany,
  noCard,
  unstorable,
  shorterName,
] = refused

const unfinished = /cancel|void|declin|estimate|quote|draft|schedul|in progress|upcoming|no.?show/i

/** Reads rows of a file, letting other work run in between. May call outside services. */
export async function readRows(file: ImportFile, rows: ImportFile['rows']): Promise<ReadResult[]> {
  const style = styleOf(file)
  const read: ReadResult[] = []
  for (const row of rows) {
    if (read.length % readAtOnce === 0) await makeWay()
    read.push(await readRow(file, row, style))
  }
  return read
}

async function readRow(
  file: ImportFile,
  { row, cells: written }: ImportFile['rows'][number],
  style: Style,
): Promise<ReadResult> {
  const cells = withoutSurplus(file, written)
  const refusal = (message: string, column = '') => ({
    row,
    refused: [{ kind: 'row' as const, row, column, message: translate(message) }],
  })
  const card = cells.findIndex(isCardMark)
  if (card >= 0) return refusal(noCard, file.columns[card]?.header)
  if (!isStorable(cells)) return refusal(unstorable)
  if (cells.slice(file.columns.length).some(Boolean)) return refusal(tooMany)
  const problems: ImportProblem[] = []
  const at = cellsOf(file, row, cells, problems)
  const name = nameOf(at)
  const names = z.safeParse(Names, name)
  if (!names.success || !(name.firstName || name.lastName))
    return {
      row,
      refused: [
        ...problems.map((one) => ({ ...one, kind: 'row' as const })),
        ...(longNames(name).length > 0
          ? longNames(name).flatMap(
              (field) =>
                refusal(shorterName, at.all(field)[0]?.header ?? headerOfName(file)).refused,
            )
          : refusal(namePlease, headerOfName(file)).refused),
      ],
    }
  if (isNoName(`${name.firstName} ${name.lastName}`)) return refusal(noCustomer, headerOfName(file))
  const { parent, job } = subCustomerOf(at)
  const isTheirs = isSameName(name, nameParts(parent))
  if (job && isTheirs)
    at.refuse('fullName', isPerson(parent) ? importedAsPerson : importedAsCompany, { kind: 'note' })
  const company = at.first('company') || (isTheirs || isPerson(parent) ? '' : parent)
  const [, ...contactNames] = at.all('fullName')
  const contacts = await readContacts(at)
  const addresses = await readAddresses(at)
  const car = await readCar(at)
  const archived = at.all('archived').filter(({ header, cell }) => isArchived(header, cell))
  const notes = [
    ...archived.map(({ header, cell }) => `${header}: ${cell}`),
    company && company !== name.firstName && t('Company: {company}', { company }),
    job && t('Job: {job}', { job }),
    ...contactNames
      .filter(({ cell }) => !isSameName(name, nameParts(cell)) && cell !== company)
      .map(({ cell }) => t('Contact: {name}', { name: cell })),
    ...contacts.notes,
    ...addresses.notes,
    car.note,
    ...at.all('notes').map(({ cell }) => cell),
  ]
  const note = notes.filter(Boolean).join('\n')
  if (note.length > longestNote) at.refuse('notes', shorterPlease)
  return {
    row,
    customer: { ...names.data, email: contacts.email, phone: contacts.phone },
    isArchived: archived.length > 0,
    wantsReminders: archived.length === 0 && isYes(at.first('reminders')),
    car: car.car,
    mark: car.mark,
    moreCars: car.more ?? [],
    miles: (car.car ?? car.mark) && !car.more ? readMiles(at, 'mileage') : null,
    places: addresses.places,
    visit: readVisit(at, file, style),
    isService: Boolean(at.first('serviceDate') || at.first('service')),
    note: note.slice(0, longestNote),
    problems,
  }
}

type Name = { firstName: string; lastName: string }

const part = CustomerForm.shape.firstName
const Names = z.object({
  firstName: z.union([z.literal(''), part]),
  lastName: z.union([z.literal(''), part]),
})

const nameFields: readonly ImportField[] = ['fullName', 'firstName', 'lastName', 'company']
const headerOfName = ({ columns }: ImportFile) =>
  columns.find(({ field }) => field && nameFields.includes(field))?.header ?? ''

const importedAsCompany = text(
  'This is a job of a company, so the company is imported as the customer.',
)

const importedAsPerson = text('This is a job of a customer, so the customer is imported.')

const isPerson = (name: string) =>
  name.includes(',') && !/\d/.test(name) && nameParts(name).lastName !== ''
const isSameName = (one: Name, other: Name) =>
  foldText(`${one.firstName} ${one.lastName}`) === foldText(`${other.firstName} ${other.lastName}`)

const jobWords =
  /\d|\b(?:truck|car|van|suv|trailer|boat|camper|house|home|garage|shop|office|rental|job|project)s?\b/i

/**
 * QuickBooks writes a customer of a customer as "Parent Company:Jim Kelly", and a customer's job as "Acme:Job 1": the bill goes
 * to the parent, or the name has a number or means no person, or the parent is a person, "Smith, John:F-150".
 */
function subCustomerOf(at: Cells): { parent: string; name: string; job: string } {
  const full = at.first('fullName')
  const [person = '', ...children] = full.split(/\s*:\s*/)
  if (isPerson(person) && children.length > 0 && !children.some(isPerson))
    return { parent: person, name: person, job: children.filter(Boolean).join(', ') }
  const [, parent = '', name = full] = /^(.*\S)\s*:\s*([^:]*\p{L}[^:]*)$/u.exec(full) ?? []
  const billedTo = at.all('billingStreet').find(({ header }) => /^bill ?to ?1$/i.test(header))?.cell
  const isBilled = Boolean(billedTo && foldText(billedTo).startsWith(foldText(parent)))
  if (!parent || !(isBilled || jobWords.test(name))) return { parent, name, job: '' }
  const payer = isBilled && billedTo ? billedTo : parent
  return { parent: payer, name: payer, job: name }
}

/** First and last name from their own columns, else from the full name, else the company's. */
function nameOf(at: Cells): Name {
  const [firstName, lastName] = [at.first('firstName'), at.first('lastName')]
  const company = at.first('company')
  const { name: full } = subCustomerOf(at)
  if (!firstName && !lastName) {
    // Programs repeat a company's name where a person's would be.
    const isCompany = full
      ? full === company || isCompanyName(full) || hasOtherContact(at)
      : Boolean(company)
    if (isCompany) return { firstName: full || company, lastName: '' }
    return withSuffix(nameParts(full), at.first('suffix'))
  }
  if (firstName && !lastName) return withSuffix(nameParts(firstName), at.first('suffix'))
  return withSuffix({ firstName, lastName }, at.first('suffix'))
}

/** QuickBooks names the person to contact beside the company: "Amy's Bird Sanctuary", "Amy Lauterbach". */
function hasOtherContact(at: Cells): boolean {
  const [one = [], other] = at.all('fullName').map(({ cell }) => foldText(cell).split(/[\s,]+/))
  return other !== undefined && !other.some((word) => one.includes(word))
}

/** Fields with names too long to store. */
const longNames = (name: { firstName: string; lastName: string }) =>
  (['firstName', 'lastName'] as const).filter((field) => name[field].length > longestName)

/** How every date and amount of the file is written. */
type Style = { dayFirst: boolean; grouping: ',' | '.' | undefined }

function styleOf({ columns, rows }: ImportFile): Style {
  const cellsOfField = (field: ImportField) => {
    const n = columns.findIndex((column) => column.field === field)
    return n < 0 ? [] : rows.map(({ cells }) => cells[n] ?? '')
  }
  return {
    dayFirst: isDayFirst(cellsOfField('serviceDate')),
    grouping: groupingOf(cellsOfField('amount')),
  }
}

/** Joins the cells of a whole address that was written without quotation marks, if it is plain where it ends. */
function withoutSurplus({ columns }: ImportFile, cells: readonly string[]): readonly string[] {
  const surplus = cells.length - columns.length
  const at = columns.findIndex(({ field }) => field === 'street' || field === 'billingStreet')
  const isApart = columns.some(({ field }, n) => n !== at && field && addressFields.has(field))
  if (surplus <= 0 || at < 0 || isApart) return cells
  const line = cells
    .slice(at, at + surplus + 1)
    .filter(Boolean)
    .join(', ')
  return at === columns.length - 1 || endsWithZip.test(line)
    ? [...cells.slice(0, at), line, ...cells.slice(at + surplus + 1)]
    : cells
}

const endsWithZip = /\b\d{5}(?:-\d{4})?$/
const addressFields: ReadonlySet<ImportField> = new Set([
  'street',
  'street2',
  'city',
  'state',
  'zip',
  'billingStreet',
  'billingStreet2',
  'billingCity',
  'billingState',
  'billingZip',
])

function readVisit(at: Cells, { columns }: ImportFile, style: Style): ReadVisit | null {
  const written = at.first('serviceDate')
  if (!written) {
    const isMeant = Boolean(at.first('service') || at.first('amount'))
    if (isMeant && columns.some(({ field }) => field === 'serviceDate'))
      at.refuse('serviceDate', dateMissing)
    return null
  }
  const instant = instantOf(written)
  const date = instant ? businessDate(instant) : dateOf(written, style.dayFirst)
  if (!date || date < earliest) {
    at.refuse('serviceDate', datePlease)
    return null
  }
  if (unfinished.test(at.first('serviceStatus'))) {
    at.refuse('serviceStatus', notCompleted, { kind: 'note' })
    return null
  }
  if (date > businessToday()) {
    at.refuse('serviceDate', notYet)
    return null
  }
  const amount = at.first('amount')
  const cents = amount ? centsOf(amount, style.grouping) : 0
  if (cents === undefined) at.refuse('amount', amountPlease)
  return {
    date,
    service: at.first('service').slice(0, longestService),
    cents: cents ?? 0,
    miles: readMiles(at, 'serviceMiles'),
    notes: at
      .all('serviceNotes')
      .map(({ cell }) => cell)
      .join('\n')
      .slice(0, longestNote),
  }
}

function readMiles(at: Cells, field: 'mileage' | 'serviceMiles'): number | null {
  const written = at.first(field)
  if (!written) return null
  const miles = milesOf(written)
  if (miles === undefined) at.refuse(field, milesPlease)
  else if (miles > maxMiles) at.refuse(field, checkMiles)
  else return miles
  return null
}
