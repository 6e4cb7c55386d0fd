import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { t, translate } from '#shared/texts/t.ts'
import { describeWorkChange } from '#client/app/work/describe-work-change.ts'
import type { WorkChange } from '#client/app/work/waiting-changes.ts'
import { useWaiting, workOutbox } from '#client/app/work/work-outbox.ts'
import { TiresFields, useTires } from './tires.tsx'
import { unanswered, useExtras } from './use-extras.ts'

interface RefusedListProps {
  refused: ReturnType<typeof useWaiting>['entries']
  sending: boolean
  /** Whether later changes to the job wait for them. */
  isHolding: boolean
}

export default function RefusedList({ refused, sending, isHolding }: RefusedListProps) {
  return refused.map(({ key, jobId, change, refused: reason = '', why }) => {
    const { what, entered } = describeWorkChange(change)
    const meant =
      why === 'confirm' && change.kind === 'measurements'
        ? { ...change, body: { ...change.body, confirmed: true } }
        : undefined
    return (
      <Banner
        key={key}
        tone="error"
        live
        title={t('Not accepted: {change}', { change: what })}
        action={
          <span className="flex flex-wrap gap-2">
            {why !== 'tires' && why !== 'estimate' && (
              <Button pending={sending} onClick={() => void workOutbox.retry(key, meant)}>
                {meant ? t('Yes, {readings}', { readings: entered ?? '' }) : t('Try again')}
              </Button>
            )}
            <Button onClick={() => void workOutbox.discard(key)}>{t('Discard')}</Button>
          </span>
        }
      >
        {translate(reason)}
        {why === 'estimate' && change.kind === 'status' && (
          <CompleteWithout {...{ id: key, jobId, change, sending }} />
        )}
        {why === 'tires' && change.kind === 'status' && (
          <CompleteWithTires {...{ id: key, jobId, change, sending }} />
        )}
        {entered && <q className="mt-1 block whitespace-pre-wrap">{entered}</q>}
        {isHolding && (
          <span className="mt-1 block">
            {t('Later changes to this job wait until you decide.')}
          </span>
        )}
      </Banner>
    )
  })
}

/** Sends a completion again without the lines that wait, which this device did not know about. */
function CompleteWithout({ id, jobId, change, sending }: RefusedCompletionProps) {
  const { shown } = useExtras(jobId)
  const complete = () => {
    const body = { ...change.body, leaveOut: unanswered(shown).map((line) => line.id) }
    void workOutbox.retry(id, { ...change, body })
  }
  return (
    <Button className="my-3" pending={sending} onClick={complete}>
      {t('Leave out and complete')}
    </Button>
  )
}

interface RefusedCompletionProps {
  /** Of the refused completion. */
  id: string
  jobId: string
  change: Extract<WorkChange, { kind: 'status' }>
  sending: boolean
}

/** Sends a refused completion again with the tire pressures its receipt needs, unknown to this device before. */
function CompleteWithTires({ id, jobId, change, sending }: RefusedCompletionProps) {
  const { value, problem, clear, ...fields } = useTires({ id: jobId, tires: null })
  const complete = () => {
    if (!value) return
    const body = { ...change.body, tires: value } as typeof change.body
    void workOutbox.retry(id, { ...change, body })
    clear()
  }
  return (
    <div className="my-3 space-y-3">
      <TiresFields {...fields} />
      <Button pending={sending} disabledReason={problem} onClick={complete}>
        {t('Complete with these tires')}
      </Button>
    </div>
  )
}
