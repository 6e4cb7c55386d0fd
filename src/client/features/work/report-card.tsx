import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { checklist } from '#shared/rules/checklist.ts'
import { adjustmentLabel } from '#shared/rules/cost-words.ts'
import { t } from '#shared/texts/t.ts'

export function ReportCard({ job, unsavedNotes }: { job: Job; unsavedNotes: boolean }) {
  const notes = unsavedNotes ? t('Not saved yet') : job.technicianNotes ? t('Saved') : t('None')
  const steps = { done: job.checklist.length, total: checklist.length }
  const lines = [
    { label: t('Checklist'), value: t('{done} of {total} steps done', steps) },
    { label: t('Notes'), value: notes },
    { label: job.servicePackageName, value: <Money amount={job.totalAmount} /> },
    { label: t('Add-ons'), value: <Money amount={job.addonsAmount} /> },
    { label: t('Extras'), value: <Money amount={job.extrasAmount} /> },
    ...job.cost.adjustments.map((one) => ({
      label: adjustmentLabel(one),
      value: <Money amount={one.amount} />,
    })),
  ]
  return (
    <Card title={t('Report summary')}>
      <dl className="space-y-2">
        {lines.map(({ label, value }, at) => (
          <div key={at} className="flex items-baseline justify-between gap-5">
            <dt className="min-w-0 text-soft">{label}</dt>
            <dd className="flex-none font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <span className="font-semibold">{t('Final amount')}</span>
        <Money amount={job.finalAmount} className="text-2xl font-semibold" />
      </p>
      {job.heldAmount && (
        <p className="mt-1 text-right text-sm text-soft">
          <Money amount={job.heldAmount} /> {t('reserved on the card')}
        </p>
      )}
    </Card>
  )
}
