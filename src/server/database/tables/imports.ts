import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type {
  ImportCounts,
  ImportState,
  KeptImportProblem,
  ImportRecordKind,
  KeptReason,
} from '#shared/rules/imports.ts'
import type { ImportColumn } from '#shared/rules/import-columns.ts'
import { createdAt, id, instant, partOf } from './columns.ts'

/** Customer files imported by the office. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    actorId: uuid('actor_id').notNull(),
    /** Key of the importing request, so pressing again does not import again. */
    requestKey: text('request_key').unique(),
    fileName: text('file_name').notNull(),
    /** The file's text, cleared when done: it contains personal data. */
    content: text('content'),
    /** Each column's header and what it holds, the guess for the next file. */
    columns: jsonb('columns').$type<ImportColumn[]>().notNull().default([]),
    /** CSV of the rows with problems, kept for 30 days: it contains personal data. */
    mend: text('mend').notNull().default(''),
    state: text('state').$type<ImportState>().notNull().default('running'),
    rows: integer('rows').notNull(),
    doneRows: integer('done_rows').notNull().default(0),
    counts: jsonb('counts').$type<ImportCounts>().notNull(),
    problems: jsonb('problems').$type<KeptImportProblem[]>().notNull().default([]),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by'),
  },
  (row) => [index('imports_time').on(row.createdAt)],
)

/** Rows an import created, by id; they may be gone. */
export const importRecords = pgTable(
  'import_records',
  {
    importId: partOf('import_id', () => imports.id),
    kind: text('kind').$type<ImportRecordKind>().notNull(),
    recordId: uuid('record_id').notNull(),
    /** State at creation, to detect changes: a customer's version (also for a detail filled in), a car's hash, or as JSON what a filled visit had; empty for visits and places. */
    fingerprint: text('fingerprint').notNull(),
    removedAt: instant('removed_at'),
    /** Why undo left it. */
    keptBecause: text('kept_because').$type<KeptReason>(),
  },
  (row) => [primaryKey({ columns: [row.importId, row.kind, row.recordId] })],
)
