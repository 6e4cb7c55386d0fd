import { db } from '#server/database/database.ts'
import { now } from '#server/base/clock.ts'
import { catalogChanges } from '#server/database/tables/catalog.ts'
import type { FieldChange } from '#shared/rules/catalog.ts'

/** Records a change and its author, in the current transaction. */
export async function recordChange(
  subjectId: string,
  { by, changes }: { by: string | null; changes: FieldChange[] },
): Promise<void> {
  await db().insert(catalogChanges).values({ subjectId, actorId: by, changes, createdAt: now() })
}
