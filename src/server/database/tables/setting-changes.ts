import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ChangedSubject, ChangedValues } from '#shared/rules/setting-changes.ts'
import { createdAt, id } from './columns.ts'

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
