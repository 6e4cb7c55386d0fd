import { useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Money } from '#client/ui/money.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CompleteDialog } from './complete-dialog.tsx'
import { jobReads, keepJob } from './job-cache.ts'
import { sayWorkFailure } from './say-work-failure.ts'

interface WorkBarProps {
  job: Job
  /** Notes typed and not saved; they go along with the completion. */
  unsavedNotes: string
  /** Loads the job again, so that the amount to confirm is the one of this moment. */
  onRefresh: () => Promise<unknown>
  refreshing: boolean
}

/** The next action of the visit, fixed at the bottom. */
export function WorkBar({ job, unsavedNotes, onRefresh, refreshing }: WorkBarProps) {
  const { today } = useBusiness()
  const [asking, setAsking] = useState(false)
  const change = useWrite('PATCH /api/jobs/{id}/status', {
    refreshes: jobReads,
    onSuccess: (changed) => {
      keepJob(changed)
      setAsking(false)
      if (changed.status === 'completed') sayCompleted(changed)
    },
    onError: (error) => {
      setAsking(false)
      sayWorkFailure(error, t('Update Failed'), t('Failed to update job status. Please try again.'))
      if (error.status === 409) void onRefresh()
    },
  })
  const start = () => change.mutate({ params: { id: job.id }, body: { status: 'in_progress' } })
  const complete = () => {
    const technicianNotes = unsavedNotes.trim()
    change.mutate({
      params: { id: job.id },
      body: { status: 'completed', ...(technicianNotes && { technicianNotes }) },
    })
  }
  const otherDay = job.scheduledDate !== today
  const running = job.status === 'in_progress'
  const ask = () => {
    setAsking(true)
    if (running) void onRefresh()
  }
  return (
    <>
      <BottomBar>
        <div>
          <p className="mb-1.5 flex justify-between gap-4 text-sm text-soft">
            {job.number}
            <span>
              {t('Final amount')}{' '}
              <Money amount={job.finalAmount} className="font-semibold text-ink" />
            </span>
          </p>
          <Button
            wide
            variant="primary"
            size="large"
            className="text-base!"
            pending={change.isPending && !asking}
            onClick={running || otherDay ? ask : start}
          >
            {running ? t('Complete Service & Charge Customer') : t('Start Service')}
          </Button>
        </div>
      </BottomBar>
      {running ? (
        <CompleteDialog
          job={job}
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={complete}
          pending={change.isPending || refreshing}
        />
      ) : (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={start}
          pending={change.isPending}
          title={t('Start this visit today?')}
          description={t('It is booked for {day}.', { day: formatDay(job.scheduledDate) })}
          confirmLabel={t('Start Service')}
          cancelLabel={t('Not yet')}
        />
      )}
    </>
  )
}

function sayCompleted(job: Job): void {
  toast({
    title: t('Service Completed'),
    description: t('The job is completed and the payment of {amount} will be processed.', {
      amount: formatAmount(job.finalAmount),
    }),
  })
}
