import { useEffect, useState } from 'react'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { needsOffice } from '#client/app/work/waiting-changes.ts'
import { useWaiting } from '#client/app/work/work-outbox.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { refreshThings, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { ToastMessage } from '#client/ui/toast.ts'
import { useBusinessClock } from '#client/app/business-clock.ts'
import { useNow } from '#client/app/clock.ts'
import { whenIdle } from '#client/app/when-idle.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { whyNotEndedYet } from '#shared/rules/not-done.ts'
import { isOnInvoice } from '#shared/rules/payments.ts'
import { paidBy } from '#shared/rules/recorded-payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import type { Tires } from '#shared/rules/tires.ts'
import { t } from '#shared/texts/t.ts'
import type { Received } from './received-fields.tsx'
import type { NotDoneDialogProps } from './not-done-dialog.tsx'

const CompleteQuestion = lazyDialog(() => import('./complete-question.tsx'))
const NotDoneDialog = lazyDialog(() => import('./not-done-dialog.tsx'))

interface WorkBarProps extends Pick<NotDoneDialogProps, 'photos'> {
  job: Job
  /** Unsaved notes, sent with the completion. */
  unsavedNotes: string
}

type Completing = { received?: Received; tires?: Tires; leaveOut?: string[] }

type Transition =
  | { status: 'in_progress' }
  | ({ status: 'completed'; technicianNotes?: string } & Completing)

/** The visit's next action, fixed at the bottom. */
export function WorkBar({ job, unsavedNotes, photos }: WorkBarProps) {
  const { today, cardPayments } = useBusiness()
  // The page loads it; reload so the confirmed amount is current.
  const { refetch, isFetching } = useCall(
    'GET /api/jobs/{id}',
    { params: { id: job.id } },
    { enabled: false },
  )
  const [asking, setAsking] = useState(false)
  const [changing, setChanging] = useState(false)
  const [ending, setEnding] = useState(false)
  const running = job.status === 'in_progress'
  const chargesCard = cardPayments && !isOnInvoice(job.paymentState)
  const notYet = whyNotEndedYet(
    { startsAt: new Date(job.startsAt), isStarted: running },
    null,
    new Date(useNow()),
    useBusinessClock(),
  )
  // Preload, because it is needed offline.
  useEffect(() => whenIdle(CompleteQuestion.preload), [])
  const { entries } = useWaiting()
  // New work would be lost among changes made for another time.
  const stuck = entries.some((entry) => entry.jobId === job.id && needsOffice(entry))
  const change = async (body: Transition, success?: ToastMessage) => {
    setChanging(true)
    const safe = await makeChange({
      jobId: job.id,
      change: { kind: 'status', body },
      refused: showWorkFailure(
        t('Failed to update job status. Please try again.'),
        t('Update Failed'),
      ),
      success,
    })
    setChanging(false)
    setAsking(false)
    if (safe) return
    void refetch()
    // There may be lines that wait, which this device did not know about.
    refreshThings(['extras'], job.id)
  }
  const start = () => void change({ status: 'in_progress' })
  const complete = ({ received, tires, leaveOut }: Completing) => {
    const technicianNotes = unsavedNotes.trim()
    void change(
      {
        status: 'completed',
        ...(technicianNotes && { technicianNotes }),
        ...(received && { received }),
        ...(tires && { tires }),
        ...(leaveOut && { leaveOut }),
      },
      {
        title: t('Service Completed'),
        description: received
          ? t('The job is completed. {paid}: {amount}.', {
              paid: paidBy(received.method),
              amount: formatAmount(received.amount),
            })
          : isOnInvoice(job.paymentState)
            ? t('The job is completed. The customer pays {amount} by invoice.', {
                amount: formatAmount(job.finalAmount),
              })
            : chargesCard
              ? t('The job is completed and the payment of {amount} will be processed.', {
                  amount: formatAmount(job.finalAmount),
                })
              : t('The job is completed. {amount} is still unpaid.', {
                  amount: formatAmount(job.finalAmount),
                }),
      },
    )
  }
  const ask = () => {
    setAsking(true)
    if (running) void refetch()
  }
  return (
    <>
      <BottomBar wide>
        <div className="items-center justify-between gap-x-6 sm:short:flex lg:flex">
          <p className="flex justify-between gap-x-6 text-sm text-soft max-lg:mb-1.5 sm:short:mb-0">
            <span className="sm:short:sr-only">{job.number}</span>
            <span>
              {t('Final amount')}{' '}
              <Money amount={job.finalAmount} className="font-semibold text-ink" />
            </span>
          </p>
          <Button
            wide
            variant="primary"
            size="large"
            className="text-base! sm:short:w-auto! lg:w-auto!"
            pending={changing && !asking}
            disabledReason={
              stuck && t('First decide what to do with the changes that could not be saved.')
            }
            onClick={running || job.scheduledDate !== today ? ask : start}
          >
            {actionLabel(running, chargesCard)}
          </Button>
          {job.status !== 'scheduled' && !notYet && (
            <Button
              wide
              variant="quiet"
              className="mt-1 sm:short:mt-0 sm:short:w-auto! lg:mt-0 lg:w-auto!"
              onClick={() => setEnding(true)}
            >
              {t('Could not be done…')}
            </Button>
          )}
        </div>
      </BottomBar>
      {ending && (
        <NotDoneDialog
          job={job}
          note={unsavedNotes}
          photos={photos}
          onClose={() => setEnding(false)}
        />
      )}
      {asking && (
        <CompleteQuestion
          job={job}
          chargesCard={chargesCard}
          pending={changing || (running && isFetching)}
          onConfirm={(also) => (running ? complete(also) : start())}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function actionLabel(running: boolean, chargesCard: boolean): string {
  if (!running) return t('Start Service')
  return chargesCard ? t('Complete Service & Charge Customer') : t('Complete Service')
}
