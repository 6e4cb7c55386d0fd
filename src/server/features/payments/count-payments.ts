import { now } from '#server/base/clock.ts'
import { queryRow } from '#server/database/database.ts'
import { countFound } from './find-payments.ts'
import type { PaymentFilter } from './matching-payments.ts'
import { type ListedPaymentStatus, statesListedAs } from '#shared/rules/payments.ts'

// Counting a million payments takes a quarter of a second, and nobody sees whether such a number is a minute old.
const large = 10_000
const cacheMs = 60_000
const kept = new Map<ListedPaymentStatus | undefined, { count: number; until: number }>()

/**
 * How many payments are found: all, or all of a status, above 10,000 as they were within the last minute; of what is
 * searched or filtered otherwise up to 10,001, `capped`.
 */
export async function countPayments({
  status,
  ...others
}: PaymentFilter): Promise<{ total: number; capped: boolean }> {
  const { search, technicianId, from, to } = others
  if (status === 'owed' || search || technicianId || from || to)
    return { total: await countFound({ status, ...others }), capped: true }
  return { total: await countOf(status), capped: false }
}

async function countOf(status: ListedPaymentStatus | undefined): Promise<number> {
  const at = now().getTime()
  const before = kept.get(status)
  if (before && at < before.until) return before.count
  const count = await readCount(status)
  if (count > large) kept.set(status, { count, until: at + cacheMs })
  else kept.delete(status)
  return count
}

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
