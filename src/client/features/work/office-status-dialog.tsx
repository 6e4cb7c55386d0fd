import type { ReactNode } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatDay } from '#shared/texts/format.ts'
import { daysAhead } from '#shared/rules/overdue.ts'
import { plural, t } from '#shared/texts/t.ts'
import { CompletionSummary, idsToLeaveOut, useTypedExtra } from './complete-question.tsx'
import { lacksTires, TiresQuestion, useTires } from './tires.tsx'
import { useExtras } from './use-extras.ts'

const words = () =>
  ({
    call: 'PATCH /api/jobs/{id}/status',
    cancelLabel: t('Not yet'),
    failureToast: t('Update Failed'),
  }) as const

/** For the office: starts or completes a visit for its technician, who may have lost their phone. */
export default function OfficeStatusDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { today } = useBusiness()
  const ahead = daysAhead(job, today)
  const early = ahead > 0 && (
    <Banner tone="warning" live>
      {plural(
        ahead,
        {
          one: 'This visit is booked for tomorrow, {day}.',
          other: 'This visit is booked for {day}, in {count} days.',
        },
        { day: formatDay(job.scheduledDate) },
      )}
    </Banner>
  )
  if (job.status !== 'in_progress')
    return (
      <ConfirmCall
        {...words()}
        onClose={onClose}
        input={{ params: { id: job.id }, body: { status: 'in_progress' } }}
        title={t('Start this visit?')}
        description={t('It is booked for {day}. You do this for {name}.', {
          day: formatDay(job.scheduledDate),
          name: job.technician?.name || t('the technician'),
        })}
        confirmLabel={ahead > 0 ? t('Start anyway') : t('Start Service')}
        successToast={{ title: t('Service started') }}
      >
        {early}
      </ConfirmCall>
    )
  return <CompleteDialog {...{ job, onClose, early }} isEarly={ahead > 0} />
}

interface CompleteDialogProps {
  job: Job
  onClose: () => void
  early: ReactNode
  isEarly: boolean
}

function CompleteDialog({ job, onClose, early, isEarly }: CompleteDialogProps) {
  const { cardPayments } = useBusiness()
  const typedExtra = useTypedExtra(job.id)
  const tires = useTires(job)
  const asksForTires = lacksTires(job)
  const { shown } = useExtras(job.id)
  const leaveOut = idsToLeaveOut(shown)
  return (
    <ConfirmCall
      {...words()}
      onClose={onClose}
      input={{
        params: { id: job.id },
        body: {
          status: 'completed',
          ...(asksForTires && tires.value && { tires: tires.value }),
          ...(leaveOut && { leaveOut }),
        },
      }}
      disabledReason={typedExtra.undecided || (asksForTires && tires.problem)}
      onDone={tires.clear}
      title={t('Complete the service?')}
      description={t(
        '{customer} pays the final amount. Checklist, extras and notes are locked afterwards.',
        { customer: job.customer.name },
      )}
      confirmLabel={
        leaveOut
          ? t('Leave out and complete')
          : isEarly
            ? t('Complete anyway')
            : cardPayments
              ? t('Complete & charge')
              : t('Complete')
      }
      successToast={{ title: t('Service Completed') }}
    >
      <div className="space-y-4">
        {early}
        <CompletionSummary job={job} />
        {asksForTires && <TiresQuestion {...tires} />}
        {typedExtra.question}
      </div>
    </ConfirmCall>
  )
}
