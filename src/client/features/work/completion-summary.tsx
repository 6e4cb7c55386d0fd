import { useCall } from '#client/app/queries.ts'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { checklist } from '#shared/rules/checklist.ts'
import { plural, t } from '#shared/texts/t.ts'

/** The exact amount before anybody is charged it, and what is still open. */
export function CompletionSummary({ job }: { job: Job }) {
  const extras = useCall('GET /api/jobs/{id}/extras', { params: { id: job.id } })
  const undecided = extras.data?.filter(({ approval }) => approval === 'waiting').length ?? 0
  const unticked = checklist.length - job.checklist.length
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 rounded-control bg-sunken px-4 py-3">
        <span className="font-medium">{t('Final amount')}</span>
        <Money amount={job.finalAmount} className="text-2xl font-semibold" />
      </p>
      {undecided > 0 && (
        <p className="mt-3 font-medium text-amber">
          {plural(undecided, {
            one: '{count} extra still waits for the customer and will not be charged.',
            other: '{count} extras still wait for the customer and will not be charged.',
          })}
        </p>
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
