import { eq } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { happened } from '#server/events/happened.ts'
import { recordChange } from '#server/features/catalog/actions/record-catalog-change.ts'
import { changeConflict } from '#server/features/catalog/queries.ts'
import { isStale } from '#server/http/versions.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import type { Person } from '#shared/rules/roles.ts'
import { toPromotion } from '../queries.ts'
import { lockPromotion } from './lock-promotion.ts'
import { changePromotion } from './save-promotion.ts'

/**
 * Deletes an unused promotion, else switches it off; returns whether it was deleted. Throws NotFound, and Conflict when the
 * version has changed.
 */
export function deletePromotion(
  person: Person,
  id: string,
  version: number | undefined,
): Promise<boolean> {
  return transaction(async () => {
    // The lock makes a booking with it wait, which then finds it there or gone.
    const row = await lockPromotion(id)
    if (isStale(version, row)) throw await changeConflict(id, toPromotion(row))
    if (row.uses > 0) {
      await changePromotion(person, id, { isActive: false, version: undefined })
      return false
    }
    const { code } = row
    await db().delete(promotions).where(eq(promotions.id, id))
    await recordChange(id, { by: person.id, changes: changesBetween({ code }, { code: null }) })
    await happened({
      event: 'promotion_changed',
      by: person.id,
      data: { promotionId: id, name: code, what: 'deleted' },
    })
    return true
  })
}
