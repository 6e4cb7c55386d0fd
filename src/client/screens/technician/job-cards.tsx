import { Suspense } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { CommunicationPanel } from '#client/features/conversation/communication-panel.tsx'
import { PhotosCard } from '#client/features/photos/photos-card.tsx'
import { ChargesCard } from '#client/features/work/charges-card.tsx'
import { ChecklistCard } from '#client/features/work/checklist-card.tsx'
import { MeasurementsCard } from '#client/features/work/measurements-card.tsx'
import { NotesCard } from '#client/features/work/notes-card.tsx'
import { TiresCard } from '#client/features/work/tires.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { Card } from '#client/ui/card.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { checklist } from '#shared/rules/checklist.ts'
import { adjustmentLabel, changesOf } from '#shared/rules/cost-words.ts'
import { t } from '#shared/texts/t.ts'

// Only where the business uses it.
const VisitInspection = lazyComponent(() => import('./inspection.tsx'))

interface JobCardsProps {
  job: Job
  locked: boolean
  notesDraft: string | null
  onNotesDraft: (draft: string | null) => void
  unsavedNotes: string
}

export default function JobCards(props: JobCardsProps) {
  const { job, locked, notesDraft, onNotesDraft, unsavedNotes } = props
  const { uses } = useBusiness()
  return (
    <>
      <CommunicationPanel job={job} role="technician" />
      <ChecklistCard job={job} locked={locked} />
      {uses.inspections && (
        <Suspense fallback={<Skeleton className="h-60 w-full rounded-card!" />}>
          <VisitInspection job={job} locked={locked} />
        </Suspense>
      )}
      <MeasurementsCard job={job} locked={locked} />
      <TiresCard key={job.tires ? 'known' : 'open'} job={job} locked={locked} />
      <PhotosCard jobId={job.id} locked={locked} />
      <ChargesCard job={job} locked={locked} />
      <NotesCard job={job} locked={locked} draft={notesDraft} onDraft={onNotesDraft} />
      <ReportCard job={job} unsavedNotes={unsavedNotes.trim() !== ''} />
    </>
  )
}

function ReportCard({ job, unsavedNotes }: { job: Job; unsavedNotes: boolean }) {
  const notes = unsavedNotes ? t('Not saved yet') : job.technicianNotes ? t('Saved') : t('No notes')
  const steps = { done: job.checklist.length, total: checklist.length }
  const lines = [
    { label: t('Checklist'), value: t('{done} of {total} steps done', steps) },
    { label: t('Notes'), value: notes },
    { label: job.servicePackageName, value: <Money amount={job.totalAmount} /> },
    { label: t('Add-ons'), value: <Money amount={job.addonsAmount} /> },
    { label: t('Extras'), value: <Money amount={job.extrasAmount} /> },
    ...changesOf(job.cost).map((one) => ({
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
