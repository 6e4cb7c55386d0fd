import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { refusedFee } from '#client/app/call.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { feeOfCancelling } from '#shared/rules/fees.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CancellingCosts } from './cancelling-costs.tsx'

/** Confirms cancelling a visit and shows its cost. */
export default function CancelJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  // The fee as shown; if it has changed, the server refuses and the dialog asks again.
  const [said] = useState(() => feeOfCancelling(job, new Date()))
  const [fee, setFee] = useState(said)
  return (
    <ConfirmCall
      call="POST /api/jobs/{id}/cancel"
      input={{ params: { id: job.id }, body: { seenFee: fee } }}
      onClose={onClose}
      danger
      title={job.needsConfirmation ? t('Cancel this request?') : t('Cancel this visit?')}
      description={describe(job)}
      confirmLabel={job.needsConfirmation ? t('Cancel request') : t('Cancel visit')}
      cancelLabel={t('Keep it')}
      successToast={({ scheduledDate, scheduledTime }) => ({
        title: t('Visit cancelled'),
        description: formatVisit(scheduledDate, scheduledTime),
      })}
      failureToast={t('Could not cancel')}
      asksAgain={(error) => {
        const now = refusedFee(error)
        if (now) setFee(now)
        return now !== undefined
      }}
    >
      <CancellingCosts job={job} fee={fee} changed={fee !== said} />
    </ConfirmCall>
  )
}

/** Requests hold no slot, so the text differs. */
function describe({ needsConfirmation, scheduledDate, scheduledTime }: Job): string {
  const visit = formatVisit(scheduledDate, scheduledTime)
  return needsConfirmation
    ? t('We will not come on {visit}. You can book again at any time.', { visit })
    : t('{visit} becomes free for someone else. You can book again at any time.', { visit })
}
