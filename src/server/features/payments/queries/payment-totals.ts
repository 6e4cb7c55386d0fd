import { sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { withCamelKeys } from '#server/database/statement.ts'
import { cachedFigure } from './cached-figures.ts'
import { matchingPayments, type PaymentFilter } from './matching-payments.ts'
import { isLater, isOwed, laterColumn, unpaidColumn } from '#server/reads/costs.ts'

/** The number of payments found, and their sums in cents. */
type PaymentTotals = {
  found: number
  captured: number
  /** Payments without the card network, not part of the captured sum. */
  recorded: number
  refunded: number
  /** Held back for open disputes, and lost in others, tips included. */
  disputed: number
  chargedBack: number
  /** What of the lost was paid since, part of the recorded sum. */
  recovered: number
  held: number
  owed: number
  /** Due later: unpaid amounts of visits that are not over, minus their card holds. */
  later: number
  /** Sales tax in charges not refunded. */
  salesTax: number
  /** Tips less refunds, not part of the other sums. */
  tips: number
}

/** Totals of the payments found: charged, recorded, refunded, held, owed, due later, and tips. */
export function paymentTotals(filter: PaymentFilter): Promise<PaymentTotals> {
  const { search, status, technicianId, from, to } = filter
  const key = JSON.stringify([search, status, technicianId, from, to])
  return cachedFigure(
    `totals ${key}`,
    () => addUp(filter),
    ({ found }) => found,
  )
}

async function addUp(filter: PaymentFilter): Promise<PaymentTotals> {
  const { rows } = await db().execute(sql`select count(*)::int as found,
      coalesce(sum(m.captured_cents), 0)::int8 as captured,
      coalesce(sum(m.recorded_cents + m.tip_recovered_cents), 0)::int8 as recorded,
      coalesce(sum(m.refunded_cents), 0)::int8 as refunded,
      coalesce(sum(m.disputed_cents + m.tip_disputed_cents), 0)::int8 as disputed,
      coalesce(sum(m.lost_cents + m.tip_lost_cents), 0)::int8 as charged_back,
      coalesce(sum(m.recovered_cents + m.tip_recovered_cents), 0)::int8 as recovered,
      coalesce(sum(m.held_cents), 0)::int8 as held,
      coalesce(sum(m.tax_collected_cents), 0)::int8 as sales_tax,
      coalesce(sum(m.tip_cents), 0)::int8 as tips,
      coalesce(sum(${sql.raw(unpaidColumn)}) filter (where ${sql.raw(isOwed)}), 0)::int8 as owed,
      coalesce(sum(${sql.raw(laterColumn)}) filter (where ${sql.raw(isLater)}), 0)::int8 as later
    from payment_accounts m where ${matchingPayments(filter) ?? sql`true`}`)
  return withCamelKeys<PaymentTotals>(rows)[0] as PaymentTotals
}

/** Cents reserved on cards for visits upcoming or under way, and owed for finished ones. */
export async function pendingCents(): Promise<{ reserved: number; owed: number }> {
  const [reserved, owed] = await Promise.all([
    paymentTotals({ status: 'reserved' }),
    paymentTotals({ status: 'owed' }),
  ])
  return { reserved: reserved.held, owed: owed.owed }
}
