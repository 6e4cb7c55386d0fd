import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ChangedSubject, ChangedValues } from '#shared/rules/setting-changes.ts'
import { createdAt, id } from './columns.ts'

/** What the office changed of how the business is run, from what to what; never changed, never deleted. */
export const settingChanges = pgTable(
  'setting_changes',
  {
    id: id(),
    createdAt: createdAt(),
    actorId: uuid('actor_id').notNull(),
    subject: text('subject').$type<ChangedSubject>().notNull(),
    /** Of several of its kind. */
    subjectId: text('subject_id'),
    /** What is another now, as it was; null: it did not exist. */
    before: jsonb('before').$type<ChangedValues>(),
    /** The same as it became; null: it was removed. */
    after: jsonb('after').$type<ChangedValues>(),
    /** The change that this one took back. */
    undoes: uuid('undoes'),
  },
  (change) => [
    index('setting_changes_time').on(change.createdAt),
    index('setting_changes_undoes').on(change.undoes),
  ],
)
