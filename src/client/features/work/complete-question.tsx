import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CompletionSummary } from './completion-summary.tsx'

interface CompleteQuestionProps {
  job: Job
  chargesCard: boolean
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asked before a visit is completed, and before one of another day is started. */
export default function CompleteQuestion({ job, chargesCard, ...rest }: CompleteQuestionProps) {
  const question =
    job.status === 'in_progress'
      ? {
          title: t('Complete the service?'),
          description: t(
            '{customer} pays the final amount. Checklist, extras and notes are locked afterwards.',
            { customer: job.customer.name },
          ),
          confirmLabel: chargesCard ? t('Complete & charge') : t('Complete'),
          children: <CompletionSummary job={job} />,
        }
      : {
          title: t('Start this visit today?'),
          description: t('It is booked for {day}.', { day: formatDay(job.scheduledDate) }),
          confirmLabel: t('Start Service'),
        }
  return <ConfirmDialog open cancelLabel={t('Not yet')} {...rest} {...question} />
}
