import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useBusiness } from '#client/app/session.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CompletionSummary } from './complete-question.tsx'

/** For the office: starts or completes a visit for its technician, who may have lost their phone. */
export default function OfficeStatusDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { cardPayments } = useBusiness()
  const running = job.status === 'in_progress'
  const common = {
    call: 'PATCH /api/jobs/{id}/status',
    onClose,
    cancelLabel: t('Not yet'),
    failureToast: t('Update Failed'),
  } as const
  if (!running)
    return (
      <ConfirmCall
        {...common}
        input={{ params: { id: job.id }, body: { status: 'in_progress' } }}
        title={t('Start this visit?')}
        description={t('It is booked for {day}. You do this for {name}.', {
          day: formatDay(job.scheduledDate),
          name: job.technician?.name || t('the technician'),
        })}
        confirmLabel={t('Start Service')}
        successToast={{ title: t('Service started') }}
      />
    )
  return (
    <ConfirmCall
      {...common}
      input={{ params: { id: job.id }, body: { status: 'completed' } }}
      title={t('Complete the service?')}
      description={t(
        '{customer} pays the final amount. Checklist, extras and notes are locked afterwards.',
        { customer: job.customer.name },
      )}
      confirmLabel={cardPayments ? t('Complete & charge') : t('Complete')}
      successToast={{ title: t('Service Completed') }}
    >
      <CompletionSummary job={job} />
    </ConfirmCall>
  )
}
