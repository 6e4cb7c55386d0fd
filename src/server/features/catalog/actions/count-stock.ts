import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { products } from '#server/database/tables/catalog.ts'
import { stockMovements } from '#server/database/tables/stock-movements.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import type { Person } from '#shared/rules/roles.ts'
import { lastMovementOf, type ProductRow, productById } from '../queries/products.ts'
import { lockProduct } from './lock-product.ts'

type Count = { stockQuantity: number; seenStock?: number | undefined; reason: string }

/** Records a stock count. Throws NotFound, Conflict when the stock differs from the one seen. */
export async function countStock(person: Person, id: string, count: Count): Promise<void> {
  await transaction(async () => correctStock(person, await lockProduct(id), count))
}

/** Records a stock count for a product that is already locked, given its current state. */
export async function correctStock(
  person: Person,
  product: ProductRow,
  { stockQuantity, seenStock, reason }: Count,
): Promise<void> {
  const quantity = stockQuantity - product.stockQuantity
  // The first count of an empty shelf is a count too.
  if (quantity === 0 && (stockQuantity !== 0 || (await productById(product.id)).isCounted)) return
  if (seenStock !== undefined && seenStock !== product.stockQuantity)
    throw await stockConflict(product, seenStock)
  await db().update(products).set({ stockQuantity }).where(eq(products.id, product.id))
  await db().insert(stockMovements).values({
    productId: product.id,
    quantity,
    stockAfter: stockQuantity,
    reason,
    actorId: person.id,
    createdAt: now(),
  })
  if (quantity === 0) return
  await happened({
    event: 'stock_changed',
    by: person.id,
    data: {
      productId: product.id,
      name: product.name,
      from: product.stockQuantity,
      to: stockQuantity,
      ...(reason && { reason }),
    },
  })
}

async function stockConflict(product: ProductRow, seen: number) {
  const last = await lastMovementOf(product.id)
  const by = last?.by ?? ''
  const message = phrase(
    'The stock has changed from {from} to {to}{because}. Please count again.',
    {
      from: formatNumber(seen),
      to: formatNumber(product.stockQuantity),
      because: [last?.job?.number, by]
        .filter(Boolean)
        .join(', ')
        .replace(/^(?=.)/, ': '),
    },
  )
  return Conflict.at('stockQuantity', message, {
    reason: 'changed',
    by,
    now: await productById(product.id),
  })
}
