import { and, or, type SQL, sql } from 'drizzle-orm'
import { users } from '#server/database/tables/users.ts'
import { matchesContact, matchesPerson, numberRanges } from '#server/reads/search-conditions.ts'
import {
  type ListedPaymentStatus,
  type PaymentFilterStatus,
  statesListedAs,
} from '#shared/rules/payments.ts'
import { isLater, isOwed, isReserved } from '#server/reads/costs.ts'

export type PaymentFilter = {
  search?: string | undefined
  status?: PaymentFilterStatus | undefined
  technicianId?: string | undefined
  /** Business-local days of the visit, inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** Condition on `payment_accounts` as `m`; undefined for all payments. */
export function matchingPayments(filter: PaymentFilter): SQL | undefined {
  const visits = visitsOf(filter)
  // Evaluated first: the planner's estimate of their number is wrong either way.
  return and(matchingOthers(filter), visits && sql`m.job_id = any(array(${visits}))`)
}

/** The same condition without the visit's people or number. */
export function matchingOthers({ search, status, technicianId, from, to }: PaymentFilter) {
  return and(
    status && ofStatus(status),
    technicianId ? sql`m.technician_id = ${technicianId}::uuid` : undefined,
    from ? sql`m.visit_on >= ${from}::date` : undefined,
    to ? sql`m.visit_on <= ${to}::date` : undefined,
    ...wordsOf(search).map(ofAmount),
  )
}

const named: Partial<Record<PaymentFilterStatus, string>> = {
  owed: isOwed,
  reserved: isReserved,
  later: isLater,
  disputed: `m.job_id in (select job_id from payment_disputes where state not in ('won', 'closed'))`,
}

function ofStatus(status: PaymentFilterStatus): SQL {
  const condition = named[status]
  if (condition) return sql.raw(condition)
  return sql`m.state = any(${sql.param(statesListedAs(status as ListedPaymentStatus))})`
}

const wordsOf = (search = '') => search.replace(/\$\s+/g, '$').split(/\s+/)

/** Search words that are not amounts: a person's name or a visit's number. */
const notAmounts = ({ search }: PaymentFilter) =>
  wordsOf(search)
    .filter((word) => !amountRange(word))
    .join(' ')

/** Payments whose visit cost, hold, charge or refund matches the amount. */
function ofAmount(word: string): SQL | undefined {
  const range = amountRange(word)
  if (!range) return undefined
  const { first, last } = range
  // Zero held, charged or refunded does not match; a visit cost of zero does.
  const moved = ['held', 'captured', 'refunded'].map((name) => {
    const column = sql.raw(`m.${name}_cents`)
    return sql`(${column} > 0 and ${column} between ${first} and ${last})`
  })
  return sql`(m.amount_cents between ${first} and ${last} or ${sql.join(moved, sql` or `)})`
}

/** SQL for ids of the visits matched by a person's name or a number; undefined without either in the search. */
export function visitsOf(filter: PaymentFilter): SQL | undefined {
  const typed = notAmounts(filter)
  const person = matchesPerson(typed)
  return (
    person &&
    sql`select id from jobs where customer_id in (select id from ${users} where ${person})
      ${numbersFrom(typed)}
      ${matchesContact(typed) ? sql`union all select id from jobs where ${matchesContact(typed)}` : sql``}`
  )
}

/** The same match as a condition on `jobs` as `j`. */
export function isMeantVisit(filter: PaymentFilter): SQL | undefined {
  const typed = notAmounts(filter)
  const person = matchesPerson(typed)
  const numbers = numberRanges(typed).map(
    ({ first, last }) => sql`j.number between ${first} and ${last}`,
  )
  return (
    person &&
    or(
      sql`j.customer_id in (select id from ${users} where ${person})`,
      ...numbers,
      matchesContact(typed, 'j'),
    )
  )
}

/** Visits whose number begins with the typed digits. */
function numbersFrom(search: string): SQL {
  const ranges = numberRanges(search).map(
    ({ first, last }) => sql`number between ${first} and ${last}`,
  )
  return ranges.length > 0
    ? sql`union all select id from jobs where ${sql.join(ranges, sql` or `)}`
    : sql``
}

const amount = /^(\$?)(\d{1,7}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{0,2}))?$/

/**
 * The range of amounts, in cents, that begin with the typed text: `$129`, `129.9`. Undefined for a plain number, which means
 * a visit.
 */
export function amountRange(typed: string): { first: number; last: number } | undefined {
  const [, sign, dollars, decimals = ''] = amount.exec(typed) ?? []
  if (!dollars || !(sign || decimals)) return undefined
  const first = Number(dollars.replaceAll(',', '') + decimals.padEnd(2, '0'))
  return { first, last: first + 10 ** (2 - decimals.length) - 1 }
}
