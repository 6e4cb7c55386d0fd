import * as z from 'zod/mini'
import { importTypes, maxImportBytes } from '../rules/imports.ts'
import { text } from '../texts/t.ts'
import { CatalogChange } from './catalog.ts'
import { csv, endpoints } from './endpoint.ts'
import { done, listQuery, oilType, optionalText, requiredLine, switchedOn } from './fields.ts'
import { ImportProblem } from './imports.ts'
import { EngineWork } from './jobs.ts'

const facts = {
  make: z.string(),
  model: z.string(),
  yearFrom: z.number(),
  yearTo: z.number(),
  engine: z.string(),
  /** US quarts with a filter change. */
  quarts: z.number(),
  viscosity: z.string(),
  oilType,
  /** The source; empty if the office gave none. */
  source: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
}

/** An engine and its oil. */
export const Engine = z.object({
  id: z.string(),
  ...facts,
  ...EngineWork.shape,
  /** Added by the office. */
  isOwn: z.boolean(),
  /** The shipped data, if the office has corrected it. */
  original: z.nullable(z.object(facts)),
  /** The `ETag` value, for `If-Match`. */
  version: z.number(),
})
export type Engine = z.infer<typeof Engine>

const yearPlease = text('Please enter a year like 2018')
const year = z.int(yearPlease).check(z.minimum(1900, yearPlease), z.maximum(2100, yearPlease))
const quartsPlease = text('Please enter quarts from 0.5 to 50, in hundredths at most')
const sizePlease = text('Please begin with the size, for example 2.5L I4')

const torquePlease = text('Please enter foot-pounds from 1 to 200')
const filterPlease = text('Please enter brand and part number, for example Fram PH7317')

const workFields = {
  filters: z.optional(z.array(requiredLine(filterPlease, 80)).check(z.maxLength(10))),
  drainPlugTorque: z.optional(
    z.nullable(
      z.number(torquePlease).check(z.minimum(1, torquePlease), z.maximum(200, torquePlease)),
    ),
  ),
  drainPlugWasher: optionalText(120),
  oilReset: optionalText(1000),
}
/** Only what work on an engine needs to know; omitted fields stay unchanged. */
export const EngineWorkChange = z.strictObject(workFields)
export type EngineWorkChange = z.infer<typeof EngineWorkChange>

const engineFields = {
  make: requiredLine(text('Please enter the make'), 60),
  model: requiredLine(text('Please enter the model'), 120),
  yearFrom: year,
  yearTo: year,
  engine: requiredLine(sizePlease, 80).check(z.regex(/^\d{1,2}\.\dL(\s|$)/, sizePlease)),
  quarts: z.number(quartsPlease).check(
    z.minimum(0.5, quartsPlease),
    z.maximum(50, quartsPlease),
    z.refine((quarts) => quarts === Math.round(quarts * 100) / 100, quartsPlease),
  ),
  viscosity: optionalText(20),
  oilType,
  source: requiredLine(text('Please enter where you read it, for example the owner’s manual'), 200),
  ...workFields,
}

type Years = { yearFrom?: number | undefined; yearTo?: number | undefined }
const inOrder = <T extends Years>() =>
  z.refine<T>(({ yearFrom = 0, yearTo = 9999 }) => yearFrom <= yearTo, {
    message: text('The last year is before the first'),
    path: ['yearTo'],
  })

export const EngineForm = z.strictObject(engineFields).check(inOrder())
/** The form's shape, with one filter per line. A source is needed only where facts of the oil change. */
export const EngineFields = z
  .strictObject({ ...engineFields, source: optionalText(200), filters: optionalText(900) })
  .check(inOrder())
export type EngineForm = z.infer<typeof EngineForm>
/** Omitted fields stay unchanged. */
const EngineChange = z.partial(z.strictObject(engineFields)).check(inOrder())
export type EngineChange = z.infer<typeof EngineChange>

const EngineImport = z.object({
  rows: z.number(),
  /** Engines whose facts change; the first 200 with their changes, worded for the reader. */
  changed: z.number(),
  changes: z.array(
    z.object({
      row: z.number(),
      engine: z.string(),
      changes: CatalogChange.shape.changes,
    }),
  ),
  /** Rows with nothing new. */
  unchanged: z.number(),
  /** The first 500. */
  problems: z.array(ImportProblem),
})
export type EngineImport = z.infer<typeof EngineImport>

export const engineSorts = ['make', 'years', 'quarts', 'source'] as const
export const engineStates = ['corrected'] as const

export const engines = endpoints({
  'GET /api/admin/engines': {
    summary:
      'Engines with the oil they take and where that was read; ?search for make, model, engine and a year; ?state=corrected those that the office corrected or added',
    allow: ['admin'],
    shows: ['engines'],
    query: z.strictObject({
      ...listQuery(engineSorts),
      state: z.optional(z.enum(engineStates)),
    }),
    response: z.array(Engine),
  },
  'GET /api/admin/engines/{id}': {
    summary: 'One engine with the history of its changes; the ETag is for changing it',
    allow: ['admin'],
    shows: ['engines'],
    response: z.object({ ...Engine.shape, history: z.array(CatalogChange) }),
    errors: [404],
  },
  'POST /api/admin/engines': {
    summary: 'Add an engine; it counts before the data that comes with the program',
    allow: ['admin'],
    changes: ['engines'],
    body: EngineForm,
    response: Engine,
    status: 201,
    errors: [409],
    idempotent: 'in transaction',
  },
  'POST /api/admin/engines/import': {
    summary:
      'Import filters, drain plug torque and washer, and how the oil light is reset, from a CSV file sent as the body; ?dryRun only previews. Rows name a listed engine; empty cells change nothing',
    allow: ['admin'],
    changes: ['engines'],
    query: z.strictObject({ dryRun: switchedOn }),
    upload: { types: importTypes, maxBytes: maxImportBytes },
    idempotent: 'in transaction',
    response: EngineImport,
    errors: [413, 415],
  },
  'GET /api/admin/engines/import/template': {
    reads: 'much',
    summary: 'Every engine with what work on it needs to know, as CSV to fill in and import',
    allow: ['admin'],
    shows: ['engines'],
    response: csv,
  },
  'PATCH /api/admin/engines/{id}': {
    summary: 'Correct an engine; cars that are saved follow in a moment',
    allow: ['admin'],
    ifMatch: true,
    changes: ['engines'],
    body: EngineChange,
    response: Engine,
    errors: [404, 409],
  },
  'POST /api/admin/engines/{id}/undo': {
    summary: 'Take corrections back: what the data that comes with the program says counts again',
    allow: ['admin'],
    ifMatch: true,
    changes: ['engines'],
    response: Engine,
    errors: [404, 409],
  },
  'DELETE /api/admin/engines/{id}': {
    summary: 'Delete an engine that the office added; any other can be corrected alone',
    allow: ['admin'],
    ifMatch: true,
    changes: ['engines'],
    response: done,
    errors: [404, 409],
  },
})
