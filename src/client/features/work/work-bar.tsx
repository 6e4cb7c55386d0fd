import { useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CompleteDialog } from './complete-dialog.tsx'
import { makeChange } from '#client/app/work/make-change.ts'
import { sayWorkFailure } from '#client/app/work/say-work-failure.ts'

interface WorkBarProps {
  job: Job
  /** Notes typed and not saved; they go along with the completion. */
  unsavedNotes: string
  /** Loads the job again, so that the amount to confirm is the one of this moment. */
  onRefresh: () => Promise<unknown>
  refreshing: boolean
}

type Move = { status: 'in_progress' } | { status: 'completed'; technicianNotes?: string }

/** The next action of the visit, fixed at the bottom. */
export function WorkBar({ job, unsavedNotes, onRefresh, refreshing }: WorkBarProps) {
  const { today } = useBusiness()
  const [asking, setAsking] = useState(false)
  const [changing, setChanging] = useState(false)
  const move = async (body: Move, words: { title: string; description?: string } | undefined) => {
    setChanging(true)
    const safe = await makeChange(
      job.id,
      { kind: 'status', body },
      {
        refused: (error) =>
          sayWorkFailure(
            error,
            t('Update Failed'),
            t('Failed to update job status. Please try again.'),
          ),
        ...(words && { success: words }),
      },
    )
    setChanging(false)
    setAsking(false)
    if (!safe) void onRefresh()
  }
  const start = () => move({ status: 'in_progress' }, undefined)
  const complete = () => {
    const technicianNotes = unsavedNotes.trim()
    return move(
      { status: 'completed', ...(technicianNotes && { technicianNotes }) },
      {
        title: t('Service Completed'),
        description: t('The job is completed and the payment of {amount} will be processed.', {
          amount: formatAmount(job.finalAmount),
        }),
      },
    )
  }
  const otherDay = job.scheduledDate !== today
  const running = job.status === 'in_progress'
  const ask = () => {
    setAsking(true)
    if (running) void onRefresh()
  }
  return (
    <>
      <BottomBar wide>
        <div className="lg:flex lg:items-center lg:justify-between lg:gap-6">
          <p className="flex justify-between gap-x-6 text-sm text-soft max-lg:mb-1.5">
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
            className="text-base! lg:w-auto!"
            pending={changing && !asking}
            onClick={running || otherDay ? ask : () => void start()}
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
          onConfirm={() => void complete()}
          pending={changing || refreshing}
        />
      ) : (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => void start()}
          pending={changing}
          title={t('Start this visit today?')}
          description={t('It is booked for {day}.', { day: formatDay(job.scheduledDate) })}
          confirmLabel={t('Start Service')}
          cancelLabel={t('Not yet')}
        />
      )}
    </>
  )
}
