import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { promotions } from '#server/database/tables/promotions.ts'
import { noPromotion, type PromotionRow } from '../queries.ts'

/** A promotion, locked for the current transaction. Throws NotFound. */
export async function lockPromotion(id: string): Promise<PromotionRow> {
  const [row] = await db().select().from(promotions).where(eq(promotions.id, id)).for('update')
  if (!row) throw noPromotion()
  return row
}
