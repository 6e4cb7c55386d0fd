import { text } from '../texts/t.ts'

/** Largest customer file in bytes, and its maximum of rows. */
export const maxImportBytes = 5 * 1024 * 1024
export const maxImportRows = 10_000
/** Rows imported while the user waits; longer files continue in the background. */
export const fewImportRows = 300
export const mendKeptDays = 30
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

/** A row's outcome: new customer, something new for a known one, nothing new, or refused. */
export const importOutcomes = ['new', 'new_car', 'added', 'known', 'problem'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

export const importOutcomeLabels: Record<ImportOutcome, string> = {
  new: text('New customer'),
  new_car: text('Existing customer, new car'),
  added: text('Existing customer, details added'),
  known: text('Already there'),
  problem: text('Problem'),
}

/**
 * `row`: the whole row is skipped; `cell`: the row is imported without this cell; `note`: nothing is lost. `column` is the
 * file's header, empty for the whole row; the header's own row counts.
 */
export const importProblemKinds = ['row', 'cell', 'note'] as const
export type ImportProblem = {
  kind: (typeof importProblemKinds)[number]
  row: number
  column: string
  message: string
}
/** The stored form: another person is kept as an id, so no name outlives erasure. */
export type KeptImportProblem =
  | ImportProblem
  | (Omit<ImportProblem, 'message'> & { shares: 'email' | 'phone'; withId: string | null })

export type ImportCounts = {
  newCustomers: number
  /** Rows of existing customers. */
  matchedCustomers: number
  newVehicles: number
  knownVehicles: number
  newVisits: number
  newPlaces: number
  /** Skipped rows. */
  badRows: number
  /** Imported rows with cells left out. */
  partRows: number
}
export const noImportCounts: ImportCounts = {
  newCustomers: 0,
  matchedCustomers: 0,
  newVehicles: 0,
  knownVehicles: 0,
  newVisits: 0,
  newPlaces: 0,
  badRows: 0,
  partRows: 0,
}

/** Records an import creates, or fills in for an existing customer, in the order of undoing. */
export const importRecordKinds = [
  'visit_details',
  'visit',
  'place',
  'vehicle',
  'email',
  'phone',
  'customer',
] as const
export type ImportRecordKind = (typeof importRecordKinds)[number]

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
