import { Lock } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { waitingOf } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { notDoneLabels } from '#shared/rules/not-done.ts'
import { paymentRequest } from '#shared/rules/paying.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Why the job can no longer be changed. */
export function LockedBanner({ job }: { job: Job }) {
  const { timeZone, ...business } = useBusiness()
  const request = paymentRequest(job, business)
  const entries = useUnsentWork()
  // Only the server charges cards and notifies customers.
  const known = waitingOf('status', job.id, entries).length === 0
  if (job.notDone)
    return (
      <Banner tone="warning" icon={<Lock />} title={t('The service could not be done')}>
        {[translate(notDoneLabels[job.notDone.reason]), job.notDone.note]
          .filter(Boolean)
          .join('. ')}
      </Banner>
    )
  if (job.status === 'cancelled')
    return (
      <Banner tone="warning" icon={<Lock />} title={t('This visit was cancelled')}>
        {job.cancelReason
          ? translate(job.cancelReason)
          : job.customerId !== null && t('No reason was given.')}
      </Banner>
    )
  return (
    <Banner tone="success" icon={<Lock />} title={t('Service Completed')}>
      {job.completedAt
        ? t('Checklist, extras and notes have been locked since {when}.', {
            when: formatInstant(job.completedAt, timeZone),
          })
        : t('Checklist, extras and notes are locked.')}
      {known && job.paymentState === 'on_invoice' && (
        <p className="mt-1">{t('The customer pays by invoice.')}</p>
      )}
      {known && request && (
        <p className="mt-1">
          {request === 'directly'
            ? t('The customer pays {brand} directly.', { brand: business.brandName })
            : t('Not paid yet. The customer has a link to pay.')}
        </p>
      )}
    </Banner>
  )
}
