import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { officeEvents } from '#server/database/tables/events.ts'
import { products } from '#server/database/tables/catalog.ts'
import { stockMovements } from '#server/database/tables/stock-movements.ts'
import { seededRandom } from './random.ts'

const dayMs = 86_400_000

/** Recent stock counts, with shortages. */
const counts = [
  { sku: 'ADD-WIPERS', left: 3, daysAgo: 2, reason: 'Counted; one box was water-damaged' },
  { sku: 'OIL-5W30-SB', left: 8, daysAgo: 2.01, reason: 'Counted after the inventory' },
]

/** The demo's opening stock; a real business counts its own. */
const firstCounts: Record<string, number> = {
  'ADD-AIR': 24,
  'ADD-CABIN': 24,
  'ADD-WIPERS': 16,
  'OIL-5W30-C': 60,
  'OIL-5W30-SB': 60,
  'OIL-0W20-FS': 120,
  'OIL-15W40-D': 60,
  'FLT-STD': 80,
}

/** Stocks the demo's shelf and records the counts, so that some items are low. */
export async function storeCounts(adminId: string, now: Date): Promise<void> {
  const random = seededRandom(29)
  for (const [sku, stockQuantity] of Object.entries(firstCounts))
    await db().update(products).set({ stockQuantity }).where(eq(products.sku, sku))
  for (const { sku, left, daysAgo, reason } of counts) {
    const [product] = await db().select().from(products).where(eq(products.sku, sku))
    if (!product) throw new Error(`The demo counts ${sku}, which is not on the shelf.`)
    const { id, name, stockQuantity } = product
    const createdAt = new Date(now.getTime() - daysAgo * dayMs)
    await db().update(products).set({ stockQuantity: left }).where(eq(products.id, id))
    await db()
      .insert(stockMovements)
      .values({
        id: random.uuid(),
        productId: id,
        quantity: left - stockQuantity,
        stockAfter: left,
        reason,
        actorId: adminId,
        createdAt,
      })
    await db()
      .insert(officeEvents)
      .values({
        id: random.uuid(),
        actorId: adminId,
        kind: 'stock_changed',
        data: { productId: id, name, from: stockQuantity, to: left, reason },
        createdAt,
      })
  }
}
