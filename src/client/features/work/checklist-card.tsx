import { Card } from '#client/ui/card.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dipstick } from '#client/ui/dipstick.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { checklist } from '#shared/rules/checklist.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useChecklist } from './use-checklist.ts'

/** The eight steps, saved at each tick. */
export function ChecklistCard({ job, locked }: { job: Job; locked: boolean }) {
  const save = useChecklist(job.id)
  return (
    <Card title={t('Service Checklist')}>
      <ChecklistDipstick job={job} />
      <ul className="mt-3">
        {checklist.map(({ id, label }) => (
          <li key={id}>
            <Checkbox
              row
              label={translate(label)}
              checked={job.checklist.includes(id)}
              disabled={locked}
              onChange={(event) => save.mutate({ item: id, ticked: event.target.checked })}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function ChecklistDipstick({ job }: { job: Job }) {
  const done = job.checklist.length
  return (
    <Dipstick
      label={t('Service Checklist')}
      value={done}
      max={checklist.length}
      valueText={t('{done} of {total} steps done', { done, total: checklist.length })}
      showValue
    />
  )
}
