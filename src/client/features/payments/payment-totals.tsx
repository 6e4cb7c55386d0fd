import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { Stat } from '#client/ui/stat.tsx'
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
  const money = (amount: string | undefined) =>
    amount === undefined ? '–' : <Money amount={amount} />
  return (
    <section
      aria-label={t('Totals of the payments found')}
      className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4"
    >
      <Stat label={t('Captured')} value={money(call.data?.captured)} />
      <Stat label={t('state|Refunded')} value={money(call.data?.refunded)} />
      <Stat label={t('Held')} value={money(call.data?.held)} />
      <Stat label={t('Owed')} value={money(call.data?.owed)} />
    </section>
  )
}
