import { jsonb, integer, pgTable } from 'drizzle-orm/pg-core'
import type { Settings } from '#shared/rules/settings.ts'
import { instant } from './columns.ts'

/** Who changed which setting last, and the row's version then; `by` is null for automatic changes. */
export type SettingChanges = Partial<
  Record<keyof Settings, { version: number; by: string | null; at: string }>
>

/** One row (id 1): the operator's changes to the default settings. */
export const settings = pgTable('settings', {
  id: integer('id').primaryKey().default(1),
  changed: jsonb('changed').$type<Partial<Settings>>().notNull().default({}),
  changes: jsonb('changes').$type<SettingChanges>().notNull().default({}),
  version: integer('version').notNull().default(1),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
