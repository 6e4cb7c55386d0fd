import { and, eq, type SQL, sql } from 'drizzle-orm'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, queryRow } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { products } from '#server/database/tables/catalog.ts'
import { stockMovements } from '#server/database/tables/stock-movements.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import { cutPage, listOrder, textKey } from '#server/http/list-order.ts'
import { countedUpTo, searchPatterns } from '#server/http/paging.ts'
import type { Product, productSorts, StockMovement } from '#shared/contract/products.ts'
import { isStocked } from '#shared/rules/catalog.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { isLow } from '#shared/rules/stock.ts'
import { phrase } from '#shared/texts/t.ts'

type Wanted = {
  search?: string | undefined
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
  state?: 'low' | 'inactive' | undefined
}

/**
 * Whether the office has ever counted a product. Until then its stock is only what visits used, below zero.
 */
export const countedCondition = `(exists (select from stock_movements m
    where m.product_id = products.id and m.job_id is null)
  or products.stock_quantity <> coalesce((select sum(m.quantity) from stock_movements m
    where m.product_id = products.id), 0))`
const isCounted = sql<boolean>`${sql.raw(countedCondition)}`

/** Condition for products on sale that run low; services have no stock. */
const runsOut = (usual: number): SQL => sql`(${products.isActive} and ${products.onSale}
  and ${products.category} <> 'service'
  and ${products.stockQuantity} <= coalesce(${products.lowStockAt}, ${usual}::int) and ${isCounted})`

/** The office's product list, by name unless sorted. */
export async function findProducts(wanted: Wanted) {
  const matching = and(inState(wanted.state), ...searchPatterns(wanted.search).map(holds))
  const order = orderProducts(wanted)
  const [rows, total] = await Promise.all([
    db()
      .select({ row: products, isCounted, sortKey: order.sortKey })
      .from(products)
      .where(and(matching, order.after))
      .orderBy(order.orderBy)
      .limit(wanted.limit + 1),
    db().$count(products, matching),
  ])
  const page = cutPage(rows, wanted.limit, order)
  return {
    products: page.rows.map(({ row, isCounted }) => toProduct(row, isCounted)),
    total,
    next: page.next,
  }
}

function inState(state: Wanted['state']): SQL | undefined {
  if (state === 'low') return runsOut(currentSettings().lowStockAt)
  return state === 'inactive' ? eq(products.isActive, false) : undefined
}

const holds = (pattern: string) =>
  sql`fold_text(${products.name} || ' ' || ${products.sku} || ' ' || ${products.description}) like ${pattern}`

type Field = (typeof productSorts)[number]

const orderProducts = (requested: Pick<Wanted, 'sort' | 'cursor'>) =>
  listOrder<Field>(requested, {
    fields: {
      name: textKey(sql`${products.name}`),
      category: { by: sql`${products.category}`, type: 'text' },
      price: { by: sql`${products.priceCents}`, type: 'bigint' },
      // Products without stock come last.
      stock: {
        by: sql`(case when ${products.category} <> 'service' then ${products.stockQuantity} end)`,
        type: 'bigint',
        nullable: true,
      },
      sku: textKey(sql`${products.sku}`),
    },
    usual: [
      { by: sql`(not ${products.isActive})`, type: 'boolean' },
      textKey(sql`${products.name}`),
    ],
    id: sql`${products.id}`,
  })

export type ProductRow = typeof products.$inferSelect

function toProduct(
  { priceCents, unitCostCents, createdAt: _at, ...row }: ProductRow,
  counted: boolean,
): Product {
  const stocked = isStocked(row.category)
  return {
    ...row,
    price: priceCents / 100,
    unitCost: unitCostCents === null ? null : unitCostCents / 100,
    inStock: row.onSale && (!stocked || row.stockQuantity > 0),
    isCounted: counted,
    isLow:
      row.isActive && row.onSale && stocked && counted && isLow(row, currentSettings().lowStockAt),
  }
}

export async function productById(id: string): Promise<Product> {
  const [found] = await db()
    .select({ row: products, isCounted })
    .from(products)
    .where(eq(products.id, id))
  if (!found) throw noProduct()
  return toProduct(found.row, found.isCounted)
}

export const noProduct = () => new NotFound(phrase('This product no longer exists.'))

/** The packages that use a product, and its number of visits, capped. */
export async function useOfProduct(id: string) {
  const found = await queryRow<{ packages: string[]; visits: number }>(
    {
      name: 'use-of-product',
      text: `select
        (select coalesce(json_agg(p.name order by p.position, p.name), '[]') from package_products u
          join service_packages p on p.id = u.package_id where u.product_id = $1::uuid) as packages,
        (select count(*)::int from (
          select job_id from job_lines where source = 'addon' and product_id = $1::uuid
          union select job_id from stock_movements where product_id = $1::uuid and job_id is not null
          limit ${countedUpTo + 1}) counted) as visits`,
    },
    [id],
  )
  const { packages = [], visits = 0 } = found ?? {}
  return { packages, visits: Math.min(visits, countedUpTo), visitsCapped: visits > countedUpTo }
}

/** Stock movements, newest first. */
export async function movementsOf(
  productId: string,
  wanted: { cursor?: string | undefined; limit: number },
) {
  const order = listOrder<never>(wanted, {
    fields: {},
    usual: [{ by: sql`${stockMovements.createdAt}`, type: 'timestamptz', descending: true }],
    id: sql`${stockMovements.id}`,
  })
  const rows = await db()
    .select({
      row: stockMovements,
      by: sql<string>`${sql.raw(nameOrEmail('users'))}`,
      number: jobs.number,
      sortKey: order.sortKey,
    })
    .from(stockMovements)
    .leftJoin(users, eq(users.id, stockMovements.actorId))
    .leftJoin(jobs, eq(jobs.id, stockMovements.jobId))
    .where(and(eq(stockMovements.productId, productId), order.after))
    .orderBy(order.orderBy)
    .limit(wanted.limit + 1)
  const page = cutPage(rows, wanted.limit, order)
  const movements: StockMovement[] = page.rows.map(({ row, by, number }) => ({
    id: row.id,
    at: row.createdAt.toISOString(),
    by,
    quantity: row.quantity,
    stockAfter: row.stockAfter,
    reason: row.reason,
    job: row.jobId && number ? { id: row.jobId, number: jobNumber(number) } : null,
  }))
  return { movements, next: page.next }
}

/** The author of its latest stock movement. */
export async function lastMovementOf(productId: string) {
  const { movements } = await movementsOf(productId, { limit: 1 })
  return movements[0]
}
