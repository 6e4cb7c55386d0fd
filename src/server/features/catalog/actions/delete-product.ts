import { eq } from 'drizzle-orm'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { products } from '#server/database/tables/catalog.ts'
import { happened } from '#server/events/happened.ts'
import { isStale } from '#server/http/versions.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changeConflict } from '../queries.ts'
import { productById } from '../queries/products.ts'
import { lockProduct } from './lock-product.ts'
import { recordChange } from './record-catalog-change.ts'
import { changeProduct } from './save-product.ts'

/**
 * Deletes a product that no visit or package uses, else takes it off sale; returns whether it was deleted. Throws NotFound,
 * Conflict when its version differs from the one seen.
 */
export function deleteProduct(
  person: Person,
  id: string,
  version: number | undefined,
): Promise<boolean> {
  return transaction(async () => {
    // The lock makes concurrent bookings wait until it is either kept or deleted.
    const row = await lockProduct(id)
    if (isStale(version, row)) throw await changeConflict(id, await productById(id))
    const { name } = row
    const used = await queryRow<{ used: boolean }>(isUsed, [id])
    if (used?.used) {
      await changeProduct(person, id, { isActive: false, version: undefined })
      return false
    }
    await db().delete(products).where(eq(products.id, id))
    await recordChange(id, { by: person.id, changes: changesBetween({ name }, { name: null }) })
    await happened({
      event: 'catalog_changed',
      by: person.id,
      data: { itemId: id, name, what: 'deleted' },
    })
    return true
  })
}

const isUsed = {
  name: 'product-is-used',
  text: `select exists (select from job_lines where product_id = $1::uuid)
    or exists (select from package_products where product_id = $1::uuid)
    or exists (select from jobs where status in ('scheduled', 'assigned', 'in_progress') and $1::uuid = any(used_products))
    or exists (select from stock_movements where product_id = $1::uuid and job_id is not null) as used`,
}
