import { useCall } from '#client/app/queries.ts'
import { Money } from '#client/ui/money.tsx'
import { Stat } from '#client/ui/stat.tsx'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { CallAnswer } from '#client/app/call.ts'

export type Summary = CallAnswer<'GET /api/admin/customers/summary'>
type Filter = { search?: string | undefined; status?: string | undefined; tag?: string | undefined }

/** What the customers who are found have booked and paid. */
export const useCustomerSummary = (query: Filter) =>
  useCall('GET /api/admin/customers/summary', { query: query as Record<never, never> })

export function SummaryTotals({ summary }: { summary: Summary | undefined }) {
  const spent = summary ? (centsFromDecimal(summary.totalSpent) ?? 0) : 0
  const each = summary && summary.found > 0 ? Math.round(spent / summary.found) : 0
  const coming = '–'
  return (
    <section
      aria-label={t('Totals of the customers found')}
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4"
    >
      <Stat label={t('Customers')} value={summary ? formatNumber(summary.found) : coming} />
      <Stat label={t('Visits booked')} value={summary ? formatNumber(summary.visits) : coming} />
      <Stat
        label={t('Total spent')}
        value={summary ? <Money amount={summary.totalSpent} /> : coming}
      />
      <Stat
        label={t('Spent by each, on average')}
        value={summary ? <Money amount={decimalFromCents(each)} /> : coming}
      />
    </section>
  )
}
