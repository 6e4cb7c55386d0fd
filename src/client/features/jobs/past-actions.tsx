import { paths } from '#shared/rules/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { hasReceipt, needsPayment } from '#shared/rules/payments.ts'
import { t } from '#shared/texts/t.ts'

/** What a customer can do with a visit that is over. */
export function PastActions({ job, onRate }: { job: Job; onRate: (job: Job) => void }) {
  const completed = job.status === 'completed'
  return (
    <>
      {completed && needsPayment(job.paymentState) && (
        <LinkButton size="small" variant="primary" href={paths.payment(job.id)}>
          {t('Pay now')}
        </LinkButton>
      )}
      {completed && !job.reviewed && (
        <Button size="small" onClick={() => onRate(job)}>
          {t('Rate this visit')}
        </Button>
      )}
      {hasReceipt(job.status, job.paymentState) && (
        <LinkButton size="small" href={paths.receipt(job.id)}>
          {t('Receipt')}
        </LinkButton>
      )}
      <LinkButton size="small" href={paths.bookVehicle(job.vehicleId)}>
        {t('Rebook')}
      </LinkButton>
    </>
  )
}
