import { text } from '../texts/t.ts'

/** Largest customer file in bytes, and its maximum of rows. */
export const maxImportBytes = 5 * 1024 * 1024
export const maxImportRows = 10_000
/** Rows imported while the user waits; longer files continue in the background. */
export const fewImportRows = 300
/** Maximum of listed problems; all are counted. */
export const maxImportProblems = 500

/** Excludes `text/plain`, which another site's form could send. */
export const importTypes = [
  'text/csv',
  'text/tab-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
] as const

export const importStates = ['running', 'done', 'undoing', 'undone', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** A row's outcome: new customer, new car of a known one, nothing new, or refused. */
export const importOutcomes = ['new', 'new_car', 'known', 'problem'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const importOutcomeLabels: Record<ImportOutcome, string> = {
  new: text('New customer'),
  new_car: text('Existing customer, new car'),
  known: text('Already there'),
  problem: text('Problem'),
}

/** `column` is the file's header, empty for the whole row; the header is row 1. */
export type ImportProblem = { row: number; column: string; message: string }
/** The stored form: the owner of a duplicate e-mail is kept as id, so no name outlives erasure. */
export type KeptImportProblem =
  | ImportProblem
  | (Omit<ImportProblem, 'message'> & { emailOf: string | null })

export type ImportCounts = {
  newCustomers: number
  /** Rows of existing customers. */
  matchedCustomers: number
  newVehicles: number
  knownVehicles: number
  /** Skipped rows. */
  badRows: number
}
export const noImportCounts: ImportCounts = {
  newCustomers: 0,
  matchedCustomers: 0,
  newVehicles: 0,
  knownVehicles: 0,
  badRows: 0,
}

/** Why undoing an import leaves something. */
export const keptReasons = ['visits', 'signed_in', 'changed', 'cars', 'in_use', 'gone'] as const
export type KeptReason = (typeof keptReasons)[number]

export const keptReasonLabels: Record<KeptReason, string> = {
  visits: text('has visits'),
  signed_in: text('has signed in'),
  changed: text('was changed since'),
  cars: text('has cars that stay'),
  in_use: text('is in use'),
  gone: text('was deleted or merged since'),
}

/** Columns of the template, and their aliases. */
export const importColumns = [
  { field: 'firstName', label: 'First name', also: ['first', 'given name', 'forename', 'fname'] },
  { field: 'lastName', label: 'Last name', also: ['last', 'surname', 'family name', 'lname'] },
  {
    field: 'email',
    label: 'Email',
    also: ['e-mail', 'email address', 'mail', 'customer email', 'e-mail address'],
  },
  {
    field: 'phone',
    label: 'Phone',
    also: ['phone number', 'mobile', 'mobile phone', 'cell', 'cell phone', 'telephone', 'tel'],
  },
  {
    field: 'street',
    label: 'Street',
    also: ['address', 'street address', 'address 1', 'address line 1', 'service address'],
  },
  { field: 'city', label: 'City', also: ['town'] },
  { field: 'state', label: 'State', also: ['province', 'region'] },
  { field: 'zip', label: 'ZIP', also: ['zip code', 'zipcode', 'postal code', 'postcode'] },
  { field: 'year', label: 'Year', also: ['model year', 'vehicle year', 'car year'] },
  { field: 'make', label: 'Make', also: ['vehicle make', 'car make', 'manufacturer', 'brand'] },
  { field: 'model', label: 'Model', also: ['vehicle model', 'car model'] },
  {
    field: 'licensePlate',
    label: 'Plate',
    also: ['license plate', 'licence plate', 'plate number', 'tag number', 'registration'],
  },
  { field: 'vin', label: 'VIN', also: ['vin number', 'vehicle identification number'] },
  {
    field: 'mileage',
    label: 'Mileage',
    also: ['miles', 'odometer', 'odometer reading', 'current mileage'],
  },
  { field: 'notes', label: 'Notes', also: ['note', 'comment', 'comments', 'remarks'] },
  {
    field: 'fullName',
    label: 'Name',
    also: ['full name', 'customer', 'customer name', 'client', 'client name'],
  },
] as const
export type ImportField = (typeof importColumns)[number]['field']

/** A column's spreadsheet letters, counted from 0: A to Z, AA and so on. */
export function columnLetter(n: number): string {
  const before = Math.floor(n / 26)
  return (before > 0 ? columnLetter(before - 1) : '') + String.fromCharCode(65 + (n % 26))
}

/** The template has first and last name instead. */
export const templateColumns = importColumns.filter(({ field }) => field !== 'fullName')

const bare = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const fieldsByName = new Map<string, ImportField>(
  importColumns.flatMap(({ field, label, also }) =>
    [field, label, ...also].map((name) => [bare(name), field] as const),
  ),
)

/** The field of a column header in any spelling; undefined if unknown. */
export const importFieldOf = (header: string): ImportField | undefined =>
  fieldsByName.get(bare(header))

/** First and last name of a full one: "Olivia Bennett" or "Bennett, Olivia". */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(',').map((part) => part.trim())
  if (first) return { firstName: first, lastName: last }
  const words = last.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}

/** Miles as typed, "45,200 mi"; undefined for anything else. */
export function milesOf(written: string): number | undefined {
  const match = /^(\d{1,3}(?:[,.\s]?\d{3})*|\d+)(?:\.0+)?\s*(?:mi|miles)?\.?$/i.exec(written.trim())
  return match?.[1] ? Number(match[1].replace(/\D/g, '')) : undefined
}

/** Five digits, restoring leading zeros lost in spreadsheets. Undefined for anything else. */
export function zipOf(written: string): string | undefined {
  const match = /^(\d{3,5})(-\d{4})?$/.exec(written.trim())
  return match?.[1]?.padStart(5, '0')
}
