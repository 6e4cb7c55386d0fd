import { Card } from '#client/ui/card.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dipstick } from '#client/brand/dipstick.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { type ChecklistItemId, checklist, checklistIds } from '#shared/rules/checklist.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'

/** The eight steps, saved on each tick together with the last seen state, since another tick may be pending. */
export function ChecklistCard({ job, locked }: { job: Job; locked: boolean }) {
  const tick = (item: ChecklistItemId, ticked: boolean) => {
    const items = checklistIds.filter((id) => (id === item ? ticked : job.checklist.includes(id)))
    void makeChange({
      jobId: job.id,
      change: { kind: 'checklist', body: { items, seen: job.checklist } },
      refused: showWorkFailure(t('The checklist was not saved. Please tick it again.')),
    })
  }
  return (
    <Card title={t('Service Checklist')}>
      <ChecklistDipstick job={job} />
      <ul className="mt-3">
        {checklist.map(({ id, label }) => (
          <li key={id}>
            <Checkbox
              row
              label={translate(label)}
              description={engineFactsAt(id, job.engineWork)}
              checked={job.checklist.includes(id)}
              disabled={locked}
              onChange={(event) => tick(id, event.target.checked)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Facts about the car's engine that a step needs; '' if none are known. */
function engineFactsAt(step: ChecklistItemId, work: Job['engineWork']): string {
  if (!work) return ''
  const { filters, drainPlugTorque, drainPlugWasher, oilReset } = work
  switch (step) {
    case 'filter_replaced':
      return filters.join(', ')
    case 'drain_plug_torqued': {
      const torque =
        drainPlugTorque !== null &&
        t('{torque} ft-lb', { torque: formatNumber(drainPlugTorque, 1) })
      return [torque, drainPlugWasher].filter(Boolean).join(' · ')
    }
    case 'reset_and_sticker':
      return oilReset
    default:
      return ''
  }
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
