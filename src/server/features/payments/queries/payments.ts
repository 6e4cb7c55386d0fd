import { createHash } from 'node:crypto'
import { and, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { dueSinceSql, listedStatusSql } from '#server/database/tables/payment-accounts.ts'
import { queryRow, queryRows } from '#server/database/database.ts'
import { commonSearches } from '#server/http/common-searches.ts'
import {
  cutPage,
  type ListKey,
  type ListOrder,
  listOrder,
  textKey,
} from '#server/http/list-order.ts'
import type { paymentSorts } from '#shared/contract/payments.ts'
import {
  isMeantVisit,
  matchingOthers,
  matchingPayments,
  type PaymentFilter,
  visitsOf,
} from './matching-payments.ts'
import { type PaymentRow, selectPayments } from '../queries.ts'
import { cachedFigure } from './cached-figures.ts'
import {
  type ListedPaymentStatus,
  listedPaymentStatuses,
  statesListedAs,
} from '#shared/rules/payments.ts'

export type WantedPayments = PaymentFilter & {
  sort?: string | undefined
  cursor?: string | undefined
  limit: number
}
type Field = (typeof paymentSorts)[number]
type ListedRow = PaymentRow & { sortKey: (string | null)[] }

/** Payments, newest first unless sorted. */
export async function findPayments(
  wanted: WantedPayments,
): Promise<{ rows: PaymentRow[]; next?: string | undefined }> {
  const order = listOrder(wanted, {
    fields: wanted.sort === '-due' ? { ...fields, due: dueNewest } : fields,
    usual: [{ ...created, descending: true }],
    id: sql`m.job_id`,
  })
  const few = await fewVisits(wanted)
  const matching = few ? isOneOf(few, wanted) : matchingPayments(wanted)
  const found = isMeantVisit(wanted)
  const field = wanted.sort?.replace('-', '')
  const join = joins[field as Field] ?? sql``
  const limit = wanted.limit + 1
  const read = (cut: SQL) => readPage(cut, { join, order, limit })
  // Customers with a name are sorted together by name.
  if (found && !few && field !== 'customer') {
    const next = and(matchingOthers(wanted), order.after)
    const rows = await read(nextPayments({ order, join, matching: { next, found }, limit }))
    if (rows.length === limit) return cutPage(rows, wanted.limit, order)
  }
  const cut = sql`select m.job_id from payment_accounts m ${join} ${where(matching, order.after)}
    order by ${order.orderBy} limit ${limit}`
  return cutPage(await read(cut), wanted.limit, order)
}

type Cut = { join: SQL; order: ListOrder; limit: number }

function readPage(cut: SQL, { join, order, limit }: Cut): Promise<ListedRow[]> {
  // Limit first: with a join before the limit, the planner would read the customer of every payment and compute each one's
  // sort key.
  const { text, values } = written(sql`
    with cut as materialized (${cut}),
    page as materialized (
      select m.*, ${order.sortKey} as sort_key from payment_accounts m ${join}
      where m.job_id in (select job_id from cut)
      order by ${order.orderBy} limit ${limit})`)
  const numbered = '(select *, row_number() over () as nth from page)'
  const select = `${text} ${selectPayments(numbered, 'm.sort_key,')} order by m.nth`
  return queryRows<ListedRow>(named(select), values)
}

const common = commonSearches()

/** Ids of the visits matched by customer or number; undefined when there are more than the count limit. */
async function fewVisits(wanted: PaymentFilter): Promise<string[] | undefined> {
  const visits = visitsOf(wanted)
  if (!visits || common.has(wanted.search ?? '')) return undefined
  const { text, values } = written(sql`${visits} limit ${countedPayments + 1}`)
  const rows = await queryRows<{ id: string }>(named(text), values)
  if (rows.length <= countedPayments) return rows.map(({ id }) => id)
  common.add(wanted.search ?? '')
  return undefined
}

const isOneOf = (ids: readonly string[], wanted: PaymentFilter) =>
  and(sql`m.job_id = any(${sql.param(ids)}::uuid[])`, matchingOthers(wanted))

/** Searched and filtered lists are counted up to here. */
export const countedPayments = 1000

const many = commonSearches()

/** The number of payments found, up to one more than `countedPayments`; at that limit cached for a minute. */
async function countFound(wanted: PaymentFilter): Promise<number> {
  const { search, status, technicianId, from, to } = wanted
  const key = JSON.stringify([search, status, technicianId, from, to])
  if (many.has(key)) return countedPayments + 1
  const { text, values } = written(sql`select count(*)::int as count from (
    select from payment_accounts m ${where(matchingPayments(wanted))} limit ${countedPayments + 1}) found`)
  const count = (await queryRow<{ count: number }>(named(text), values))?.count ?? 0
  if (count > countedPayments) many.add(key)
  return count
}

const withJob = sql`join jobs j on j.id = m.job_id`
const joins: Partial<Record<Field, SQL>> = {
  customer: sql`${withJob} join users u on u.id = j.customer_id`,
  job: withJob,
}
const created: ListKey = {
  by: sql`m.created_at`,
  type: 'timestamptz',
  nullsLastInIndex: true,
}
const fields: Record<Field, ListKey> = {
  customer: textKey(sql`trim(u.first_name || ' ' || u.last_name)`),
  job: { by: sql`j.number`, type: 'bigint' },
  amount: { by: sql`m.amount_cents`, type: 'bigint' },
  held: { by: sql`m.held_cents`, type: 'bigint' },
  captured: { by: sql`m.captured_cents`, type: 'bigint' },
  status: { by: sql.raw(listedStatusSql('m.state')), type: 'text' },
  created,
  due: { by: sql.raw(dueSinceSql('9999-12-31', 'm.')), type: 'date' },
}
// Newest first; payments that are not due still come last.
const dueNewest: ListKey = { by: sql.raw(dueSinceSql('1000-01-01', 'm.')), type: 'date' }

function where(...parts: (SQL | undefined)[]): SQL {
  const all = and(...parts)
  return all ? sql`where ${all}` : sql``
}

const dialect = new PgDialect()

function written(statement: SQL): { text: string; values: unknown[] } {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  return { text, values }
}

/** Prepared statements are identified by name, one per order and kind of filter. */
const named = (text: string) => ({
  name: `payments-${createHash('sha1').update(text).digest('base64url')}`,
  text,
})

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
function nextPayments({ order, join, matching, limit }: Walk): SQL {
  const next = sql`(select m.*, ${order.columns} from payment_accounts m ${join}
    ${matching.next ? sql`where ${matching.next}` : sql``} order by ${order.orderBy} limit ${lookedThrough})`
  return sql`select m.job_id from ${next} m
    cross join lateral (select number, customer_id, contact_name, contact_phone
      from jobs where id = m.job_id offset 0) j
    where ${matching.found} order by ${order.orderByColumns} limit ${limit}`
}

/** The number of payments found: exact for all, or all of a status; with a search or other filter up to 1,001 and `capped`. */
export async function countPayments({
  status,
  ...others
}: PaymentFilter): Promise<{ total: number; capped: boolean }> {
  const { search, technicianId, from, to } = others
  const isListed = listedPaymentStatuses.some((one) => one === status)
  if ((status && !isListed) || search || technicianId || from || to)
    return { total: await countFound({ status, ...others }), capped: true }
  return { total: await countOf(status as ListedPaymentStatus | undefined), capped: false }
}

const countOf = (status: ListedPaymentStatus | undefined): Promise<number> =>
  cachedFigure(
    `count ${status}`,
    () => readCount(status),
    (count) => count,
  )

async function readCount(status: ListedPaymentStatus | undefined): Promise<number> {
  const text = 'select count(*) as count from payment_accounts'
  const row = status
    ? await queryRow<{ count: number }>(
        { name: 'payment-count-of-status', text: `${text} where state = any($1)` },
        [statesListedAs(status)],
      )
    : await queryRow<{ count: number }>({ name: 'payment-count', text })
  return row?.count ?? 0
}
