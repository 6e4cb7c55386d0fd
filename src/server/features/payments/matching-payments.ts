import { and, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/database/tables/users.ts'
import { matchesPerson } from '#server/features/customers/queries/conditions.ts'
import { numberRanges } from '#server/features/jobs/queries/number-ranges.ts'
import { type PaymentFilterStatus, statesListedAs } from '#shared/rules/payments.ts'
import { amountRange } from './amount-range.ts'
import { amountColumn, isOwed } from './queries.ts'

export type PaymentFilter = {
  search?: string | undefined
  status?: PaymentFilterStatus | undefined
  technicianId?: string | undefined
  /** Business-local days of the visit, both included. */
  from?: string | undefined
  to?: string | undefined
}

// What is found on its own is hashed once: with `offset 0` the planner looks no visit up for every payment it walks.

/** Condition on `payment_accounts` as `m`; undefined when every payment is meant. */
export function matchingPayments(filter: PaymentFilter): SQL | undefined {
  const { status, technicianId, from, to } = filter
  const visit = and(
    technicianId ? sql`j.technician_id = ${technicianId}::uuid` : undefined,
    from ? sql`j.service_date >= ${from}::date` : undefined,
    to ? sql`j.service_date <= ${to}::date` : undefined,
  )
  return and(
    status && status !== 'owed'
      ? sql`m.state = any(${sql.param(statesListedAs(status))})`
      : undefined,
    status === 'owed'
      ? sql`exists (select from jobs j where j.id = m.job_id and ${sql.raw(isOwed)})`
      : undefined,
    visit && sql`m.job_id in (select j.id from jobs j where ${visit} offset 0)`,
    searched(filter.search),
  )
}

/** What was typed: amounts, and the words of a person or the number of a visit. */
function searched(search = ''): SQL | undefined {
  const words = search.replace(/\$\s+/g, '$').split(/\s+/)
  const others = words.filter((word) => !amountRange(word)).join(' ')
  return and(...words.map(ofAmount), ofPersonOrNumber(others))
}

/** Payments of which the cost of the visit, or what was held, charged or refunded, is such an amount. */
function ofAmount(word: string): SQL | undefined {
  const range = amountRange(word)
  if (!range) return undefined
  const { first, last } = range
  // Nothing held, charged or refunded is no amount; a visit that costs nothing is one.
  const moved = ['held', 'captured', 'refunded'].map(
    (name) => sql`m.${sql.raw(name)}_cents between ${Math.max(1, first)} and ${last}`,
  )
  const cost = sql`${sql.raw(amountColumn)} between ${first} and ${last}`
  return sql`m.job_id in (select m.job_id from payment_accounts m join jobs j on j.id = m.job_id
    where ${sql.join([...moved, cost], sql` or `)} offset 0)`
}

function ofPersonOrNumber(search: string): SQL | undefined {
  const person = matchesPerson(search)
  return (
    person &&
    sql`m.job_id in (
      select id from jobs where customer_id in (select id from ${users} where ${person})
      ${numbersFrom(search)})`
  )
}

/** Visits whose number begins with what was typed. */
function numbersFrom(search: string): SQL {
  const ranges = numberRanges(search).map(
    ({ first, last }) => sql`number between ${first} and ${last}`,
  )
  return ranges.length > 0
    ? sql`union all select id from jobs where ${sql.join(ranges, sql` or `)}`
    : sql``
}
