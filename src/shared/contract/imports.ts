import * as z from 'zod/mini'
import {
  importOutcomes,
  importStates,
  importTypes,
  keptReasons,
  maxImportBytes,
} from '../rules/imports.ts'
import { csv, endpoints } from './endpoint.ts'
import { idParams, instant, switchedOn } from './fields.ts'

/** `column` as the file calls it, empty where it is about the whole row; rows are counted as a spreadsheet does, the header is row 1. */
const ImportProblem = z.object({
  row: z.number(),
  column: z.string(),
  message: z.string(),
})

const ImportCounts = z.object({
  newCustomers: z.number(),
  /** Rows of customers who were there already, by e-mail or phone. */
  matchedCustomers: z.number(),
  newVehicles: z.number(),
  knownVehicles: z.number(),
  /** Rows that are left out. */
  badRows: z.number(),
})

const Import = z.object({
  id: z.string(),
  fileName: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  createdAt: instant,
  state: z.enum(importStates),
  rows: z.number(),
  /** So many of them are through. */
  doneRows: z.number(),
  counts: ImportCounts,
  /** The first 500. */
  problems: z.array(ImportProblem),
  /** Whether it made something that could be removed now. */
  canUndo: z.boolean(),
  /** What was removed, and what stays and why, at most 100 of those; null until it is undone. */
  undo: z.nullable(
    z.object({
      customers: z.number(),
      vehicles: z.number(),
      keptCount: z.number(),
      kept: z.array(
        z.object({
          kind: z.enum(['customer', 'vehicle']),
          /** Empty once it was erased. */
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
  /** What each column of the file is taken for, but those without a name and content. */
  columns: z.array(
    z.object({
      /** Empty where the file has none. */
      header: z.string(),
      field: z.nullable(z.string()),
      /** It is taken for nothing: the letter it has in a spreadsheet, how many cells are left out, and the first row that has one. */
      left: z.nullable(
        z.object({ letter: z.string(), cells: z.number(), row: z.nullable(z.number()) }),
      ),
    }),
  ),
  counts: ImportCounts,
  /** The first 500. */
  problems: z.array(ImportProblem),
  /** What would become of the first 200 rows. */
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
      'Import customers and their cars from a CSV file sent as the body; with ?dryRun it says what would happen, and nothing does. Who is known by e-mail or phone stays as they are; a long file goes on in the background',
    allow: ['admin'],
    changes: ['customers', 'vehicles'],
    query: z.strictObject({
      dryRun: switchedOn,
      /** What the file is called. */
      name: z.optional(z.string().check(z.maxLength(200))),
    }),
    upload: { types: importTypes, maxBytes: maxImportBytes },
    idempotent: 'repeatable',
    /** One of the two. */
    response: z.object({ preview: z.nullable(ImportPreview), import: z.nullable(Import) }),
    errors: [413, 415],
  },
  'GET /api/admin/import/template': {
    summary: 'A CSV file with the columns that an import knows',
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
      'Remove what an import made and nobody has used since; the answer says what stays and why. 409 while it runs, or once it was undone',
    allow: ['admin'],
    changes: ['customers', 'vehicles'],
    params: idParams,
    response: Import,
    errors: [404, 409],
  },
})
