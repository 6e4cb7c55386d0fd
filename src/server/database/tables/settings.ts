import { jsonb, integer, pgTable, index, text, uuid, primaryKey } from 'drizzle-orm/pg-core'
import type { Settings } from '#shared/rules/settings.ts'
import { bytes, createdAt, id, instant, partOf } from './columns.ts'
import type { ChangedSubject, ChangedValues } from '#shared/rules/setting-changes.ts'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'

/** Who changed which setting last, and the row's version then; `by` is null for automatic changes. */
type SettingChanges = Partial<
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

/** Changes of the business's settings, old and new values; append-only. */
export const settingChanges = pgTable(
  'setting_changes',
  {
    id: id(),
    createdAt: createdAt(),
    actorId: uuid('actor_id').notNull(),
    subject: text('subject').$type<ChangedSubject>().notNull(),
    /** Which one, if there are several of its kind. */
    subjectId: text('subject_id'),
    /** Previous values of what changed; null if it did not exist. */
    before: jsonb('before').$type<ChangedValues>(),
    /** New values; null if removed. */
    after: jsonb('after').$type<ChangedValues>(),
    /** The change this one undid. */
    undoes: uuid('undoes'),
  },
  (change) => [
    index('setting_changes_time').on(change.createdAt),
    index('setting_changes_undoes').on(change.undoes),
  ],
)

/** Uploaded logos, chosen or not, by hash of the upload; never changed. */
export const logos = pgTable('logos', {
  id: uuid('id').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  ground: text('ground').$type<Logo['ground']>().notNull(),
  createdAt: createdAt(),
})

/** Each logo in its sizes as PNG; not among the photos, so that every process has them. */
export const logoPictures = pgTable(
  'logo_pictures',
  {
    logoId: partOf('logo_id', () => logos.id),
    size: text('size').$type<LogoSize>().notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (picture) => [primaryKey({ columns: [picture.logoId, picture.size] })],
)
