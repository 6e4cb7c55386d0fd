import * as z from 'zod/mini'
import { importFields } from '../rules/import-columns.ts'
import {
  importOutcomes,
  importProblemKinds,
  importRecordKinds,
  importStates,
  importTypes,
  keptReasons,
  maxImportBytes,
} from '../rules/imports.ts'
import { csv, endpoints } from './endpoint.ts'
import { instant, switchedOn } from './fields.ts'

/**
 * `row`: the row is skipped; `cell`: it is imported without this cell; `note`: nothing is lost. `column` is the file's header,
 * empty for a problem with the whole row. Rows count like in a spreadsheet.
 */
export const ImportProblem = z.object({
  kind: z.enum(importProblemKinds),
  row: z.number(),
  column: z.string(),
  message: z.string(),
})

const ImportCounts = z.object({
  newCustomers: z.number(),
  /** Rows of existing customers, matched by e-mail or phone. */
  matchedCustomers: z.number(),
  newVehicles: z.number(),
  knownVehicles: z.number(),
  /** Finished visits from before. */
  newVisits: z.number(),
  /** Saved addresses. */
  newPlaces: z.number(),
  /** Skipped rows. */
  badRows: z.number(),
  /** Rows imported with cells left out. */
  partRows: z.number(),
})

const Import = z.object({
  id: z.string(),
  fileName: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  state: z.enum(importStates),
  rows: z.number(),
  /** Rows processed so far. */
  doneRows: z.number(),
  counts: ImportCounts,
  /** The first 500. */
  problems: z.array(ImportProblem),
  /** Whether it created anything that can be removed now. */
  canUndo: z.boolean(),
  /** Whether `mend` returns the rows with problems; for 30 days. */
  canMend: z.boolean(),
  /** What was removed, and what stays and why, at most 100 of those; null until undone. */
  undo: z.nullable(
    z.object({
      customers: z.number(),
      vehicles: z.number(),
      visits: z.number(),
      places: z.number(),
      keptCount: z.number(),
      kept: z.array(
        z.object({
          kind: z.enum(importRecordKinds),
          /** Empty once erased. */
          name: z.string(),
          customerId: z.nullable(z.string()),
          reason: z.enum(keptReasons),
        }),
      ),
    }),
  ),
})
export type Import = z.infer<typeof Import>

const ImportPreview = z.object({
  rows: z.number(),
  /** A missing part without which it can't be imported, such as a column of names; null if it is complete. */
  missing: z.nullable(z.string()),
  /** Every column of the file, in order. */
  columns: z.array(
    z.object({
      /** Empty if the file has none. */
      header: z.string(),
      /** The spreadsheet's letter. */
      letter: z.string(),
      /** The field in it; null if it is not imported. */
      field: z.nullable(z.enum(importFields)),
      /** Three different cells. */
      samples: z.array(z.string()),
      /** Number of filled cells. */
      cells: z.number(),
    }),
  ),
  counts: ImportCounts,
  /** The first 500. */
  problems: z.array(ImportProblem),
  /** Preview of the first 200 rows. */
  sample: z.array(
    z.object({
      row: z.number(),
      name: z.string(),
      vehicle: z.string(),
      outcome: z.enum(importOutcomes),
    }),
  ),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const shows = ['customers', 'vehicles'] as const

export const imports = endpoints({
  'POST /api/admin/import': {
    summary:
      'Import customers, cars, addresses and finished services from a CSV file sent as the body; ?dryRun only previews. Existing customers, matched by e-mail and first name or by phone and name, get only what they lack; long files continue in the background',
    allow: ['admin'],
    changes: ['customers', 'vehicles', 'jobs'],
    query: z.strictObject({
      dryRun: switchedOn,
      /** The file's name. */
      name: z.optional(z.string().check(z.maxLength(200))),
      /** The field in each column, in order, separated by commas; empty for a skipped one. Guessed without it. */
      columns: z.optional(z.string().check(z.maxLength(4000))),
    }),
    upload: { types: importTypes, maxBytes: maxImportBytes },
    idempotent: 'repeatable',
    /** Exactly one of the two is set. */
    response: z.object({ preview: z.nullable(ImportPreview), import: z.nullable(Import) }),
    errors: [413, 415],
  },
  'GET /api/admin/import/template': {
    summary: 'A CSV template with the columns an import understands',
    allow: ['admin'],
    shows: [],
    response: csv,
  },
  'GET /api/admin/imports/{id}/mend': {
    summary:
      'The skipped rows and those with cells left out as CSV, with what to mend, to be uploaded again; for 30 days',
    allow: ['admin'],
    shows: [],
    response: csv,
    errors: [404],
  },
  'GET /api/admin/imports': {
    reads: 'much',
    summary: 'The last 20 imports, newest first',
    allow: ['admin'],
    shows,
    response: z.array(Import),
  },
  'POST /api/admin/imports/{id}/undo': {
    summary:
      'Undo an import: removes its visits and addresses, and its unused customers and cars; the response lists what stays and why. 409 while running or once undone',
    allow: ['admin'],
    changes: ['customers', 'vehicles', 'jobs'],
    response: Import,
    errors: [404, 409],
  },
})
