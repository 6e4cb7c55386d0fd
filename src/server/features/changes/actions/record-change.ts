import { db } from '#server/database/database.ts'
import { settingChanges } from '#server/database/tables/setting-changes.ts'

/** Writes down, in the current transaction, what somebody of the office changed; nothing for what the installation does by itself. */
export async function recordChange(
  by: string | null,
  change: Pick<
    typeof settingChanges.$inferInsert,
    'subject' | 'subjectId' | 'before' | 'after' | 'undoes'
  >,
): Promise<void> {
  if (!by) return
  await db()
    .insert(settingChanges)
    .values({ actorId: by, ...change })
}
