import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatAmount, formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const FeeDialog = lazyDialog(() => import('./fee-dialog.tsx'))

/** Asks the office for the fee of a visit that couldn't be done; nothing if already decided. */
export function FeeDecision({ job }: { job: Job }) {
  const { timeZone } = useBusiness()
  const [asking, setAsking] = useState(false)
  if (!job.feeDecision) return null
  const { until, maxFee } = job.feeDecision
  const when = formatInstant(until, timeZone)
  return (
    <Banner
      tone="warning"
      title={t('Charge a fee for this visit?')}
      action={<SmallButton onClick={() => setAsking(true)}>{t('Decide')}</SmallButton>}
    >
      {job.heldAmount
        ? t('Up to {most}. Without a decision by {when} the {held} on the card is released.', {
            most: formatAmount(maxFee),
            when,
            held: formatAmount(job.heldAmount),
          })
        : t('Up to {most}, until {when}.', { most: formatAmount(maxFee), when })}
      {asking && <FeeDialog job={job} onClose={() => setAsking(false)} />}
    </Banner>
  )
}
