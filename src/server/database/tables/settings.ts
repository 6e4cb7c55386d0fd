import { jsonb, integer, pgTable } from 'drizzle-orm/pg-core'
import type { Settings } from '#shared/rules/settings.ts'
import { instant } from './columns.ts'

/** One row (id 1): what the operator changed of the default settings. */
export const settings = pgTable('settings', {
  id: integer('id').primaryKey().default(1),
  changed: jsonb('changed').$type<Partial<Settings>>().notNull().default({}),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
