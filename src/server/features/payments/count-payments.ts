import { queryRow } from '#server/database/database.ts'
import { countFound } from './find-payments.ts'
import { keptFigure } from './kept-figures.ts'
import type { PaymentFilter } from './matching-payments.ts'
import { type ListedPaymentStatus, statesListedAs } from '#shared/rules/payments.ts'

/** The number of payments found: exact for all, or all of a status; with a search or other filter up to 1,001 and `capped`. */
export async function countPayments({
  status,
  ...others
}: PaymentFilter): Promise<{ total: number; capped: boolean }> {
  const { search, technicianId, from, to } = others
  if (status === 'owed' || status === 'reserved' || search || technicianId || from || to)
    return { total: await countFound({ status, ...others }), capped: true }
  return { total: await countOf(status), capped: false }
}

const countOf = (status: ListedPaymentStatus | undefined): Promise<number> =>
  keptFigure(
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
