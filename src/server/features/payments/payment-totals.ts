import { sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { matchingPayments, type PaymentFilter } from './matching-payments.ts'
import { isOwed, unpaidColumn } from './queries.ts'

/** How many payments are found, and their money in cents. */
export type PaymentTotals = {
  found: number
  captured: number
  refunded: number
  held: number
  owed: number
  /** Left of what was given to technicians. */
  tips: number
}

// As with counting: nobody sees whether the sum of so many is a minute old.
const large = 10_000
const cacheMs = 60_000
const mostKept = 100
const kept = new Map<string, { totals: PaymentTotals; until: number }>()

/** What was charged, given back, is held and is owed of what is found; of more than 10,000 as it was within the last minute. */
export async function paymentTotals(filter: PaymentFilter): Promise<PaymentTotals> {
  const at = now().getTime()
  const { search, status, technicianId, from, to } = filter
  const key = JSON.stringify([search, status, technicianId, from, to])
  const before = kept.get(key)
  if (before && at < before.until) return before.totals
  kept.delete(key)
  const totals = await addUp(filter)
  if (totals.found > large) {
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest)
    kept.set(key, { totals, until: at + cacheMs })
  }
  return totals
}

async function addUp(filter: PaymentFilter): Promise<PaymentTotals> {
  const found = matchingPayments(filter) ?? sql`true`
  const [moved, owed] = await Promise.all([
    db().execute(sql`select count(*)::int as found,
        coalesce(sum(m.captured_cents), 0)::int8 as captured,
        coalesce(sum(m.refunded_cents), 0)::int8 as refunded,
        coalesce(sum(m.held_cents), 0)::int8 as held,
        coalesce(sum(m.tip_cents), 0)::int8 as tips
      from payment_accounts m where ${found}`),
    db().execute(sql`select coalesce(sum(${sql.raw(unpaidColumn)}), 0)::int8 as owed
      from payment_accounts m join jobs j on j.id = m.job_id where ${sql.raw(isOwed)} and ${found}`),
  ])
  return { ...moved.rows[0], ...owed.rows[0] } as PaymentTotals
}
