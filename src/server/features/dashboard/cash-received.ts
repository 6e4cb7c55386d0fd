import { queryRow } from '#server/database/database.ts'
import type { Period } from './periods.ts'

/**
 * Cash received less refunds in each period, in cents: ledger movements of `cash` and `bank`, without tips, which belong to
 * technicians, and sales tax, which belongs to the state.
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
          and debit <> 'tips_payable' and credit <> 'tips_payable'
        union all
        select at, case when debit = 'bank' then cents else -cents end from ledger_entries
        where at >= $${2 * periods.length + 1}::timestamptz and (debit = 'bank' or credit = 'bank')
        union all
        select at, case when debit = 'tax_payable' then cents else -cents end from ledger_entries
        where at >= $${2 * periods.length + 1}::timestamptz
          and (debit = 'tax_payable' or credit = 'tax_payable')) entries`,
    },
    [...periods.flat(), new Date(from)].map((instant) => instant.toISOString()),
  )
  return row?.sums ?? []
}
