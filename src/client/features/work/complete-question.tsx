import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { checklist } from '#shared/rules/checklist.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { useExtras } from './use-extras.ts'

interface CompleteQuestionProps {
  job: Job
  chargesCard: boolean
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Confirms completing a visit, or starting one of another day. */
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
  return <ConfirmDialog cancelLabel={t('Not yet')} {...rest} {...question} />
}

export function CompletionSummary({ job }: { job: Job }) {
  const { shown } = useExtras(job.id)
  const undecided = shown.filter(({ approval }) => approval === 'waiting')
  const unticked = checklist.length - job.checklist.length
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 rounded-control bg-sunken px-4 py-3">
        <span className="font-medium">{t('Final amount')}</span>
        <Money amount={job.finalAmount} className="text-2xl font-semibold" />
      </p>
      {undecided.length > 0 && (
        <div className="mt-3 font-medium text-amber">
          <p>
            {plural(undecided.length, {
              one: '{count} extra still waits for the customer and will not be charged.',
              other: '{count} extras still wait for the customer and will not be charged.',
            })}
          </p>
          <ul className="mt-1 list-disc pl-5">
            {undecided.map(({ id, description, totalPrice, unsent }) => (
              <li key={id}>
                {description}, {formatCents(centsFromDollars(totalPrice))}
                {unsent && ` (${t('not sent yet')})`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {unticked > 0 && (
        <p className="mt-3 font-medium text-amber">
          {plural(unticked, {
            one: '{count} step of the checklist is not ticked.',
            other: '{count} steps of the checklist are not ticked.',
          })}
        </p>
      )}
    </>
  )
}
