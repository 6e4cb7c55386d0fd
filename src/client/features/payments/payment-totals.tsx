import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import type { PaymentFilterStatus } from '#shared/rules/payments.ts'
import { t, translate } from '#shared/texts/t.ts'
import { Total, Totals } from './totals.tsx'

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
  const { captured, byInvoice, refunded, held, owed, salesTax, tips } = call.data ?? {}
  return (
    <Totals
      label={t('Totals of the payments found')}
      more={[byInvoice, salesTax, tips].filter(Boolean).length}
    >
      <Total label={t('Captured')} amount={captured} />
      {byInvoice && <Total label={t('Paid by invoice')} amount={byInvoice} />}
      <Total label={t('state|Refunded')} amount={refunded} />
      <Total label={t('Held')} amount={held} />
      <Total label={t('Owed')} amount={owed} />
      {salesTax && <Total label={t('Sales tax received')} amount={salesTax} />}
      {tips && <Total label={t('Tips')} amount={tips} />}
    </Totals>
  )
}
