import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { needsCard } from '#shared/rules/payments.ts'
import { t } from '#shared/texts/t.ts'

interface UpcomingActionsProps {
  job: Job
  onMove: (job: Job) => void
  onCancel: (job: Job) => void
}

/** What a customer can do with a visit that lies ahead. */
export function UpcomingActions({ job, onMove, onCancel }: UpcomingActionsProps) {
  const { rescheduleNoticeHours, cancelNoticeHours, supportPhone } = useBusiness()
  const tooLate = (hours: number) =>
    !enoughNotice(new Date(job.startsAt), new Date(), hours) &&
    t('It is too late to do this online. Please call us at {phone}.', { phone: supportPhone })
  return (
    <>
      {needsCard(job.paymentState) && isNotStarted(job.status) && !job.needsConfirmation && (
        <LinkButton size="small" variant="primary" href={paths.preAuthorize(job.id)}>
          {t('Add a card')}
        </LinkButton>
      )}
      {isNotStarted(job.status) && (
        <>
          <Button
            size="small"
            disabledReason={tooLate(rescheduleNoticeHours)}
            onClick={() => onMove(job)}
          >
            {t('Move visit')}
          </Button>
          <LinkButton
            size="small"
            variant="quiet"
            className="max-sm:px-1.5!"
            href={paths.jobCalendar(job.id)}
            download=""
          >
            {t('Add to calendar')}
          </LinkButton>
          <Button
            size="small"
            variant="quiet"
            className="max-sm:px-1.5!"
            disabledReason={tooLate(cancelNoticeHours)}
            onClick={() => onCancel(job)}
          >
            {t('Cancel visit')}
          </Button>
        </>
      )}
    </>
  )
}
