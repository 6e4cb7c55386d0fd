import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import type { FieldChange } from '#shared/rules/catalog.ts'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Changes of packages, products and engines with their authors; append-only. */
export const catalogChanges = pgTable(
  'catalog_changes',
  {
    id: id(),
    /** The package, product or engine, possibly deleted. */
    subjectId: uuid('subject_id').notNull(),
    actorId: uuid('actor_id').references(() => users.id),
    changes: jsonb('changes').$type<FieldChange[]>().notNull(),
    createdAt: createdAt(),
  },
  (change) => [index('catalog_changes_subject').on(change.subjectId, change.createdAt)],
)
