import { eq, sql } from 'drizzle-orm'
import { afterCommit, db, transaction } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { removePortrait, storePortrait } from '#server/features/photos/actions/store-photo.ts'
import { isStale } from '#server/http/versions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeConflict, technicianById } from '../queries.ts'
import { lockTechnician } from './lock-technician.ts'

/**
 * Replaces a technician's photo; null removes it. Throws NotFound, Conflict for a deactivated technician or an outdated
 * version, and what `makePictures` throws; then the previous photo stays.
 */
export async function changePhoto(
  person: Person,
  id: string,
  bytes: Uint8Array | null,
  version?: number,
): Promise<void> {
  await technicianById(id)
  const photoId = bytes && (await storePortrait(bytes))
  try {
    await transaction(async () => {
      const technician = await lockTechnician(id)
      if (isStale(version, technician)) throw await changeConflict(technician)
      const { photoId: before } = technician
      await db()
        .update(users)
        .set({ photoId, version: sql`${users.version} + 1`, changedBy: person.id })
        .where(eq(users.id, id))
      const data = { technicianId: id, works: false, fields: ['photo'] as const }
      await happened({ event: 'technician_changed', by: person.id, personId: id, data })
      if (before) afterCommit(() => removePortrait(before))
    })
  } catch (error) {
    if (photoId) await removePortrait(photoId)
    throw error
  }
}
