import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { settingChanges } from '#server/database/tables/settings.ts'
import { undoSpotChange } from '#server/features/service-area/actions/write-core-spot.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { changeSettings } from './change-settings.ts'

/** Undoes a recorded change by making a new one. Throws NotFound, and Conflict if the values have changed since. */
export async function undoChange(id: string, by: string): Promise<void> {
  const [change] = await db().select().from(settingChanges).where(eq(settingChanges.id, id))
  if (!change) throw new NotFound()
  const { subject, subjectId, before, after } = change
  switch (subject) {
    case 'settings':
      return changeSettings(before as Partial<Settings>, by, {
        undo: { undoes: id, expects: after ?? {} },
      })
    case 'core_spot':
      return undoSpotChange(by, { id, spotId: subjectId ?? '', before, after })
    default:
      throw new NotFound()
  }
}
