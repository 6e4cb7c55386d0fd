import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import type { InvoiceFilterStatus } from '#shared/rules/invoices.ts'
import { t, translate } from '#shared/texts/t.ts'
import { Total, Totals } from './totals.tsx'

interface InvoiceTotalsProps {
  asked: {
    search: string | undefined
    status?: InvoiceFilterStatus | undefined
    customerId?: string | undefined
  }
}

/** The money of all invoices that are found, not only of those that are shown. */
export function InvoiceTotals({ asked }: InvoiceTotalsProps) {
  const call = useCall('GET /api/admin/invoices/summary', { query: asked })
  const { amount, paid, open, overdue } = call.data ?? {}
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
  return (
    <Totals label={t('Totals of the invoices found')}>
      <Total label={t('Invoiced')} amount={amount} />
      <Total label={t('Paid')} amount={paid} />
      <Total label={t('state|Open')} amount={open} />
      <Total label={t('Of that overdue')} amount={overdue} />
    </Totals>
  )
}
