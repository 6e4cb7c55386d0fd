import { currentSettings } from '#server/base/current-settings.ts'
import { now } from '#server/base/clock.ts'
import { queryRow, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { usedInsteadSql } from '../queries.ts'
import { happened } from '#server/events/happened.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { isLow, stillToTake, usedBy, type UsingVisit } from '#shared/rules/stock.ts'

/**
 * Adjusts the stock to what a completed visit used, minus what it already took; repeating it changes nothing. Runs in the
 * transaction that locks the visit's row.
 */
export async function settleStock(jobId: string, by: string | null): Promise<void> {
  const visit = await queryRow<UsedBefore>(facts, [jobId])
  if (!visit) return
  const used = visit.status === 'completed' ? usedBy(visit) : new Map<string, number>()
  const taken = new Map(visit.taken.map(({ productId, pieces }) => [productId, pieces]))
  const left = [...stillToTake(used, taken)]
  if (left.length === 0) return
  const ids = left.map(([id]) => id)
  await queryRows(lock, [ids])
  const settled = await queryRows(settleStatement, {
    ids,
    quantities: left.map(([, pieces]) => -pieces),
    jobId,
    by,
    at: now(),
  })
  if (settled.length === 0) return
  for (const { productId, name, quantity, stockAfter, lowStockAt } of settled) {
    const counts = { from: stockAfter - quantity, to: stockAfter }
    await happened({
      event: 'stock_changed',
      by,
      data: { productId, name, ...counts, jobId },
    })
    const lowAt = (stockQuantity: number) =>
      isLow({ stockQuantity, lowStockAt }, currentSettings().lowStockAt)
    if (lowAt(stockAfter) && !lowAt(stockAfter - quantity))
      await happened({ event: 'stock_low', by, data: { productId, name, left: stockAfter } })
  }
}

type UsedBefore = UsingVisit & {
  status: JobStatus
  taken: { productId: string; pieces: number }[]
}
type TakenStock = {
  productId: string
  name: string
  quantity: number
  stockAfter: number
  lowStockAt: number | null
}

const facts = {
  name: 'stock-of-visit',
  text: `select j.status, j.filled_quarts, v.oil_capacity,
      p.included_quarts, p.oil_type,
      (select coalesce(json_agg(json_build_object('productId', ${usedInsteadSql('planned', 'j.used_products')},
          'quantity', u.quantity, 'perQuart', u.per_quart)), '[]')
        from package_products u join products planned on planned.id = u.product_id
        where u.package_id = p.id) as uses,
      (select coalesce(json_agg(a.product_id), '[]')
        from job_lines a where a.job_id = j.id and a.source = 'addon') as addon_ids,
      (select coalesce(json_agg(json_build_object('serviceType', e.service_type,
          'quantity', e.quantity, 'approval', e.approval, 'productId', e.product_id)), '[]')
        from job_lines e where e.job_id = j.id and e.source = 'extra') as extras,
      (select coalesce(json_object_agg(extra_type, id), '{}')
        from (select distinct on (extra_type) extra_type, id from products
          where extra_type is not null and is_active order by extra_type, name, id) one
      ) as product_of_extra,
      (select coalesce(json_agg(json_build_object('productId', product_id, 'pieces', pieces)), '[]')
        from (select product_id, -sum(quantity)::int as pieces from stock_movements
          where job_id = j.id group by product_id) m) as taken
    from jobs j join vehicles v on v.id = j.vehicle_id
      join service_packages p on p.id = j.service_package_id
    where j.id = $1::uuid`,
}

// Always in the same order, so that two visits that end at once cannot deadlock; as weak as an update of the stock, because
// the lines of both already refer to the products.
const lock = {
  name: 'lock-products',
  text: 'select id from products where id = any($1::uuid[]) order by id for no key update',
}

// Services have no stock.
type Wanted = { ids: string[]; quantities: number[]; jobId: string; by: string | null; at: Date }
const settleStatement = statement<TakenStock, Wanted>(
  'settle-stock',
  ($) => `with wanted as (
      select * from unnest(${$.ids}::uuid[], ${$.quantities}::int[]) as w(id, quantity)
    ), settled as (
      update products p set stock_quantity = p.stock_quantity + w.quantity from wanted w
      where p.id = w.id and p.category <> 'service'
      returning p.id, p.name, w.quantity, p.stock_quantity, p.low_stock_at
    ), written as (
      insert into stock_movements (product_id, job_id, quantity, stock_after, actor_id, created_at)
      select id, ${$.jobId}::uuid, quantity, stock_quantity, ${$.by}::uuid, ${$.at}::timestamptz from settled
    )
    select id as product_id, name, quantity, stock_quantity as stock_after,
      low_stock_at from settled`,
)
