import * as z from 'zod/mini'
import {
  importOutcomes,
  importStates,
  importTypes,
  keptReasons,
  maxImportBytes,
} from '../rules/imports.ts'
import { csv, endpoints } from './endpoint.ts'
import { instant, switchedOn } from './fields.ts'

/**
 * `column` is the file's header, empty for a problem with the whole row. Rows count like in a spreadsheet: the header is row
 * 1.
 */
const ImportProblem = z.object({
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
  /** Skipped rows. */
  badRows: z.number(),
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
  /** What was removed, and what stays and why, at most 100 of those; null until undone. */
  undo: z.nullable(
    z.object({
      customers: z.number(),
      vehicles: z.number(),
      keptCount: z.number(),
      kept: z.array(
        z.object({
          kind: z.enum(['customer', 'vehicle']),
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
  /** How each column of the file is read; columns without name and content are left out. */
  columns: z.array(
    z.object({
      /** Empty if the file has none. */
      header: z.string(),
      field: z.nullable(z.string()),
      /** An unused column: its spreadsheet letter, the number of ignored cells, and the first row with one. */
      left: z.nullable(
        z.object({ letter: z.string(), cells: z.number(), row: z.nullable(z.number()) }),
      ),
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
      'Import customers and their cars from a CSV file sent as the body; ?dryRun only previews. Existing customers, matched by e-mail or phone, stay unchanged; long files continue in the background',
    allow: ['admin'],
    changes: ['customers', 'vehicles'],
    query: z.strictObject({
      dryRun: switchedOn,
      /** The file's name. */
      name: z.optional(z.string().check(z.maxLength(200))),
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
  'GET /api/admin/imports': {
    reads: 'much',
    summary: 'The last 20 imports, newest first',
    allow: ['admin'],
    shows,
    response: z.array(Import),
  },
  'POST /api/admin/imports/{id}/undo': {
    summary:
      'Undo an import: removes its unused customers and cars; the response lists what stays and why. 409 while running or once undone',
    allow: ['admin'],
    changes: ['customers', 'vehicles'],
    response: Import,
    errors: [404, 409],
  },
})
