import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { products } from '#server/database/tables/catalog.ts'
import { noProduct, type ProductRow } from '../queries/products.ts'

/** The product, locked for changes by the current transaction. Throws NotFound. */
export async function lockProduct(id: string): Promise<ProductRow> {
  const [row] = await db().select().from(products).where(eq(products.id, id)).for('update')
  if (!row) throw noProduct()
  return row
}
