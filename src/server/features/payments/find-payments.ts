import { createHash } from 'node:crypto'
import { and, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { queryRow, queryRows } from '#server/database/database.ts'
import { cutPage, type ListKey, listOrder, textKey } from '#server/http/list-order.ts'
import { countedUpTo } from '#server/http/paging.ts'
import type { paymentSorts } from '#shared/contract/payments.ts'
import { listedPaymentStatuses, statesListedAs } from '#shared/rules/payments.ts'
import { matchingPayments, type PaymentFilter } from './matching-payments.ts'
import { type PaymentRow, selectPayments } from './queries.ts'

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
    fields,
    usual: [{ ...created, descending: true }],
    id: sql`m.job_id`,
  })
  const field = wanted.sort?.replace('-', '')
  const join = joins[field as Field] ?? sql``
  // Cut first: joined before the limit, the planner would read the customers of every payment, and word each one's place
  // in the order.
  const { text, values } = written(sql`
    with cut as materialized (
      select m.job_id from payment_accounts m ${join} ${where(matchingPayments(wanted), order.after)}
      order by ${order.orderBy} limit ${wanted.limit + 1}),
    page as materialized (
      select m.*, ${order.sortKey} as sort_key from payment_accounts m ${join}
      where m.job_id in (select job_id from cut)
      order by ${order.orderBy} limit ${wanted.limit + 1})`)
  const numbered = '(select *, row_number() over () as nth from page)'
  const select = `${text} ${selectPayments(numbered, 'm.sort_key as "sortKey",')} order by m.nth`
  const rows = await queryRows<ListedRow>(named(select), values)
  return cutPage(rows, wanted.limit, order)
}

/** How many payments are found, counted up to one more than anybody reads. */
export async function countFound(wanted: PaymentFilter): Promise<number> {
  const { text, values } = written(sql`select count(*)::int as count from (
    select from payment_accounts m ${where(matchingPayments(wanted))} limit ${countedUpTo + 1}) found`)
  return (await queryRow<{ count: number }>(named(text), values))?.count ?? 0
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
const quote = (word: string) => `'${word}'`
const listedStatus = sql.join(
  listedPaymentStatuses.map((status) =>
    sql.raw(
      `when m.state in (${statesListedAs(status).map(quote).join(', ')}) then ${quote(status)}`,
    ),
  ),
  sql` `,
)
const fields: Record<Field, ListKey> = {
  customer: textKey(sql`trim(u.first_name || ' ' || u.last_name)`),
  job: { by: sql`j.number`, type: 'bigint' },
  amount: { by: sql`m.amount_cents`, type: 'bigint' },
  held: { by: sql`m.held_cents`, type: 'bigint' },
  captured: { by: sql`m.captured_cents`, type: 'bigint' },
  status: { by: sql`(case ${listedStatus} end)`, type: 'text' },
  created,
}

function where(...parts: (SQL | undefined)[]): SQL {
  const all = and(...parts)
  return all ? sql`where ${all}` : sql``
}

const dialect = new PgDialect()

function written(statement: SQL): { text: string; values: unknown[] } {
  const { sql: text, params: values } = dialect.sqlToQuery(statement)
  return { text, values }
}

/** A prepared statement is known by its name, and there is one per order and kind of filter. */
const named = (text: string) => ({
  name: `payments-${createHash('sha1').update(text).digest('base64url')}`,
  text,
})
