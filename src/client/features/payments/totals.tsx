import { LoadFailure } from '#client/app/call-failure.tsx'
import { clsx } from 'clsx'
import { type ReadInput } from '#client/app/call.ts'
import type { Call } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Money } from '#client/ui/money.tsx'
import { t } from '#shared/texts/t.ts'

type Sum = [label: string, amount: string | undefined]
type Summary<Query> = { query: Query }

/** Totals of all payments found, not only those loaded. */
export function PaymentTotals({ query }: Summary<ReadInput<'GET /api/payments/summary'>['query']>) {
  const call = useCall('GET /api/payments/summary', { query: query })
  const { captured, recorded, refunded, held, owed, later, salesTax, tips } = call.data ?? {}
  const { disputed, chargedBack, recovered } = call.data ?? {}
  return (
    <Totals
      label={t('Totals of the payments found')}
      call={call}
      sums={[
        [t('Captured'), captured],
        ...(recorded ? [[t('Paid directly'), recorded] satisfies Sum] : []),
        [t('state|Refunded'), refunded],
        ...(disputed ? [[t('Held back for disputes'), disputed] satisfies Sum] : []),
        ...(chargedBack ? [[t('Lost in disputes'), chargedBack] satisfies Sum] : []),
        ...(recovered ? [[t('Dispute losses recovered'), recovered] satisfies Sum] : []),
        [t('Held'), held],
        [t('payment|Due now'), owed],
        [t('Due later'), later],
        ...(salesTax ? [[t('Sales tax received'), salesTax] satisfies Sum] : []),
        ...(tips ? [[t('Tips'), tips] satisfies Sum] : []),
      ]}
    />
  )
}

export function InvoiceTotals({
  query,
}: Summary<ReadInput<'GET /api/admin/invoices/summary'>['query']>) {
  const call = useCall('GET /api/admin/invoices/summary', { query: query })
  const { amount, paid, open, overdue } = call.data ?? {}
  return (
    <Totals
      label={t('Totals of the invoices found')}
      call={call}
      sums={[
        [t('Invoiced'), amount],
        [t('Paid'), paid],
        [t('state|Open'), open],
        [t('Overdue'), overdue],
      ]}
    />
  )
}

const columnsOf = [
  'lg:grid-cols-4',
  'lg:grid-cols-5',
  'lg:grid-cols-6',
  'lg:grid-cols-4 xl:grid-cols-7',
  'lg:grid-cols-4',
  'lg:grid-cols-5',
  'lg:grid-cols-5',
  'lg:grid-cols-4 xl:grid-cols-6',
]

/** Four to eleven sums above a list. */
function Totals({ label, call, sums }: { label: string; call: Call; sums: readonly Sum[] }) {
  if (call.isError && !call.data)
    return (
      <div className="mb-4">
        <LoadFailure size="small" title={t('The totals could not be loaded')} call={call} />
      </div>
    )
  return (
    <section aria-label={label}>
      <dl
        className={clsx(
          'mb-4 grid rounded-card border border-line bg-card shadow-lift max-sm:divide-y max-sm:divide-line sm:grid-cols-2',
          columnsOf[sums.length - 4],
        )}
      >
        {sums.map(([name, amount]) => (
          // Full width on phones: millions need it.
          <div
            key={name}
            className="flex items-baseline justify-between gap-3 px-4 py-1.5 sm:block sm:py-3"
          >
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-semibold sm:text-2xl sm:tracking-tight">
              {amount === undefined ? '–' : <Money amount={amount} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
