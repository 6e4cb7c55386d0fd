import { db } from '#server/database/database.ts'
import { settingChanges } from '#server/database/tables/settings.ts'

/** Records a change by the office, in the current transaction; ignores the installation's own changes. */
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
