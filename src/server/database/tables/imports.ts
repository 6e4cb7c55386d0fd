import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type {
  ImportCounts,
  ImportState,
  KeptImportProblem,
  KeptReason,
} from '#shared/rules/imports.ts'
import { createdAt, id, instant } from './columns.ts'

/** Files of customers that the office has brought in. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    actorId: uuid('actor_id').notNull(),
    /** Of the request that brought it, so that a second press of the button does not bring it again. */
    requestKey: text('request_key').unique(),
    fileName: text('file_name').notNull(),
    /** The file as text, until all of it is through: it says who people are. */
    content: text('content'),
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

/** What an import made; ids, which lead to nothing once it is gone. */
export const importRecords = pgTable(
  'import_records',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'customer' | 'vehicle'>().notNull(),
    recordId: uuid('record_id').notNull(),
    /** How it was then, so that a change is seen: a customer's version, a hash of a car. */
    fingerprint: text('fingerprint').notNull(),
    removedAt: instant('removed_at'),
    /** Why it stayed when the import was undone. */
    keptBecause: text('kept_because').$type<KeptReason>(),
  },
  (row) => [primaryKey({ columns: [row.importId, row.kind, row.recordId] })],
)
