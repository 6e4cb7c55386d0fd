import { type SQL, sql } from 'drizzle-orm'
import type { ListOrder } from '#server/http/list-order.ts'

const lookedThrough = 5000

type Walk = {
  order: ListOrder
  /** Source of the sort columns beside `payment_accounts` as `m`. */
  join: SQL
  /** Conditions on `m`: `next` for the next rows in the order, `found` for the matching ones among them. */
  matching: { next: SQL | undefined; found: SQL }
  limit: number
}

/** SQL for `job_id` of the next matching payments in the order, one page of them. */
export function nextPayments({ order, join, matching, limit }: Walk): SQL {
  const next = sql`(select m.*, ${order.columns} from payment_accounts m ${join}
    ${matching.next ? sql`where ${matching.next}` : sql``} order by ${order.orderBy} limit ${lookedThrough})`
  return sql`select m.job_id from ${next} m
    cross join lateral (select number, customer_id from jobs where id = m.job_id offset 0) j
    where ${matching.found} order by ${order.orderByColumns} limit ${limit}`
}
