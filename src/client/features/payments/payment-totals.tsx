import { clsx } from 'clsx'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { PaymentFilterStatus } from '#shared/rules/payments.ts'
import { t, translate } from '#shared/texts/t.ts'

interface PaymentTotalsProps {
  asked: {
    search: string | undefined
    status?: PaymentFilterStatus | undefined
    technicianId?: string | undefined
    from?: string | undefined
    to?: string | undefined
  }
}

/** The money of all payments that are found, not only of those that are shown. */
export function PaymentTotals({ asked }: PaymentTotalsProps) {
  const call = useCall('GET /api/payments/summary', { query: asked })
  if (call.isError && !call.data)
    return (
      <div className="mb-4">
        <Banner
          tone="error"
          title={t('The totals could not be loaded')}
          action={
            <Button size="small" pending={call.isFetching} onClick={() => void call.refetch()}>
              {t('Try again')}
            </Button>
          }
        >
          {translate(call.error.message)}
        </Banner>
      </div>
    )
  const { captured, refunded, held, owed, salesTax, tips } = call.data ?? {}
  const more = [salesTax, tips].filter(Boolean).length
  return (
    <section aria-label={t('Totals of the payments found')}>
      <dl
        className={clsx(
          'mb-4 grid rounded-card border border-line bg-card shadow-lift max-sm:divide-y max-sm:divide-line sm:grid-cols-2',
          ['lg:grid-cols-4', 'lg:grid-cols-5', 'lg:grid-cols-6'][more],
        )}
      >
        <Total label={t('Captured')} amount={captured} />
        <Total label={t('state|Refunded')} amount={refunded} />
        <Total label={t('Held')} amount={held} />
        <Total label={t('Owed')} amount={owed} />
        {salesTax && <Total label={t('Sales tax received')} amount={salesTax} />}
        {tips && <Total label={t('Tips')} amount={tips} />}
      </dl>
    </section>
  )
}

/** A line on a phone, where millions would not fit into half of it. */
function Total({ label, amount }: { label: string; amount: string | undefined }) {
  return (
    <div className="flex items-baseline justify-between gap-3 px-4 py-1.5 sm:block sm:py-3">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-semibold sm:text-2xl sm:tracking-tight">
        {amount === undefined ? '–' : <Money amount={amount} />}
      </dd>
    </div>
  )
}
