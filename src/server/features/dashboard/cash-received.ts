import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { awaitsMoney, isOwed, unpaidColumn } from '#server/features/payments/queries.ts'
import type { Period } from './periods.ts'

/**
 * Cash received: money taken less money given back in each period, in cents, from the ledger: what moved into or out of
 * `cash`, apart from tips, which are the technicians'.
 */
export async function cashReceived(periods: readonly Period[]): Promise<number[]> {
  const columns = periods.map(
    (_, i) => `coalesce(sum(moved) filter (
      where at >= $${2 * i + 1}::timestamptz and at < $${2 * i + 2}::timestamptz), 0)::int8`,
  )
  const from = Math.min(...periods.map(([start]) => start.getTime()))
  const row = await queryRow<{ sums: number[] }>(
    {
      name: `cash-received-${periods.length}`,
      text: `select json_build_array(${columns.join(', ')}) as sums from (
        select at, case when debit = 'cash' then cents else -cents end as moved from ledger_entries
        where at >= $${2 * periods.length + 1}::timestamptz
          and (debit = 'cash' or credit = 'cash')
          and debit <> 'tips_payable' and credit <> 'tips_payable') entries`,
    },
    [...periods.flat(), new Date(from)].map((instant) => instant.toISOString()),
  )
  return row?.sums ?? []
}

// As with payments: nobody sees whether the sum of so many is a minute old.
const large = 10_000
const cacheMs = 60_000
let kept: { until: number; pending: Pending } | undefined

/** Cents that are reserved on cards, and that are owed. */
type Pending = { reserved: number; owed: number }

/**
 * Money earned or promised that is not in yet: what visits that are over still cost is owed, what is held on cards for visits that are
 * ahead or under way is reserved. Of more than 10,000 visits as it was within the last minute.
 */
export async function pendingCents(): Promise<Pending> {
  const at = now().getTime()
  if (kept && at < kept.until) return kept.pending
  const row = await queryRow<Pending & { count: number }>({
    name: 'pending-cash',
    text: `select count(*)::int as count,
        coalesce(sum(${unpaidColumn}) filter (where ${isOwed}), 0)::int8 as owed,
        coalesce(sum(m.held_cents)
          filter (where j.status not in ('completed', 'cancelled')), 0)::int8 as reserved
      from payment_accounts m join jobs j on j.id = m.job_id
      where ${awaitsMoney}`,
  })
  const { reserved = 0, owed = 0, count = 0 } = row ?? {}
  const pending = { reserved, owed }
  kept = count > large ? { until: at + cacheMs, pending } : undefined
  return pending
}
