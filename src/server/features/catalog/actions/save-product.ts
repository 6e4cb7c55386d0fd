import { and, eq, ne, sql } from 'drizzle-orm'
import { db, transaction } from '#server/database/database.ts'
import { isUniqueViolation } from '#server/database/sql-state.ts'
import { products } from '#server/database/tables/catalog.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import { isStale } from '#server/http/versions.ts'
import type { ProductChange, ProductForm } from '#shared/contract/products.ts'
import { changesBetween } from '#shared/rules/catalog.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeConflict } from '../queries.ts'
import { noProduct, type ProductRow, productById } from '../queries/products.ts'
import { correctStock } from './count-stock.ts'
import { lockProduct } from './lock-product.ts'
import { recordChange } from './record-catalog-change.ts'

/** Adds a product with its current stock; returns its id. Throws Conflict at `sku` when another product has it. */
export function addProduct(person: Person, form: ProductForm): Promise<string> {
  return namingSku(form.sku, () =>
    transaction(async () => {
      const { stockQuantity = 0, ...rest } = form
      await assertSkuIsFree(form.sku)
      const [row] = await db()
        .insert(products)
        .values({ name: form.name, sku: form.sku, priceCents: 0, ...columnsOf(rest) })
        .returning()
      if (!row) throw noProduct()
      const changes = changesBetween({ taxable: true }, factsOf(row))
      await recordChange(row.id, { by: person.id, changes })
      if (stockQuantity > 0) await correctStock(person, row, { stockQuantity, reason: '' })
      await happened({
        event: 'catalog_changed',
        by: person.id,
        data: { itemId: row.id, name: row.name, what: 'added', changes },
      })
      return row.id
    }),
  )
}

type Change = ProductChange & { version: number | undefined }

/**
 * Changes the given fields; a different stock is recorded as a count. Throws NotFound, Conflict when version or stock differ
 * from those seen, and at `sku` when another product has it.
 */
export async function changeProduct(person: Person, id: string, change: Change): Promise<void> {
  const { version, stockQuantity, seenStock, ...rest } = change
  await namingSku(change.sku ?? '', () =>
    transaction(async () => {
      const before = await lockProduct(id)
      if (isStale(version, before)) throw await changeConflict(id, await productById(id))
      if (stockQuantity !== undefined && stockQuantity !== seenStock)
        await correctStock(person, before, { stockQuantity, seenStock, reason: '' })
      const columns = columnsOf(rest)
      if (columns.sku !== undefined && columns.sku !== before.sku)
        await assertSkuIsFree(columns.sku, id)
      const changes = changesBetween(factsOf(before), factsOf({ ...before, ...columns }))
      if (changes.length === 0) return
      await db()
        .update(products)
        .set({ ...columns, version: sql`${products.version} + 1` })
        .where(eq(products.id, id))
      await recordChange(id, { by: person.id, changes })
      await happened({
        event: 'catalog_changed',
        by: person.id,
        data: { itemId: id, name: columns.name ?? before.name, what: 'changed', changes },
      })
    }),
  )
}

function columnsOf({
  id: _id,
  price,
  inStock,
  unitCost,
  ...rest
}: Omit<ProductChange, 'stockQuantity'>) {
  return {
    ...rest,
    ...(price !== undefined && { priceCents: centsFromDecimal(price) ?? 0 }),
    ...(inStock !== undefined && { onSale: inStock }),
    ...(unitCost !== undefined && {
      unitCostCents: unitCost === null ? null : (centsFromDecimal(unitCost) ?? 0),
    }),
  }
}

/** Fields for its history. */
const factsOf = (row: ProductRow) => ({
  name: row.name,
  category: row.category,
  price: decimalFromCents(row.priceCents),
  taxable: row.taxable,
  description: row.description,
  sku: row.sku,
  onSale: row.onSale,
  isActive: row.isActive,
  lowStockAt: row.lowStockAt,
  extraType: row.extraType,
  brand: row.brand,
  viscosity: row.viscosity,
  serviceCategory: row.serviceCategory,
  partNumber: row.partNumber,
  condition: row.condition,
  unitCost: row.unitCostCents === null ? null : decimalFromCents(row.unitCostCents),
})

async function namingSku<T>(sku: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw isUniqueViolation(error, 'products_sku_unique') ? skuTaken(sku) : error
  }
}

/** Ignores case: people don't distinguish "OIL-1" from "oil-1". */
async function assertSkuIsFree(sku: string, but?: string): Promise<void> {
  const [same] = await db()
    .select({ id: products.id })
    .from(products)
    .where(and(sql`lower(${products.sku}) = lower(${sku})`, but ? ne(products.id, but) : undefined))
  if (same) throw skuTaken(sku)
}

const skuTaken = (sku: string) =>
  Conflict.at('sku', phrase('Another product has the SKU {sku}.', { sku }))
