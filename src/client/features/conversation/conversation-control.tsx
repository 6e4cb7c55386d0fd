import { useState } from 'react'
import { useOffline } from '#client/app/network-state.ts'
import { makeChange } from '#client/app/work/make-change.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import {
  mayConverse,
  type OpeningEvent,
  openingEventIds,
  openingEvents,
} from '#shared/rules/conversation.ts'
import { t, translate } from '#shared/texts/t.ts'
import { showConversationFailure } from './show-conversation-failure.ts'

interface ConversationControlProps {
  job: Job
  /** Messages sent to the customer since communication opened. */
  announced: readonly OpeningEvent[]
}

/** Lets the technician open communication, report arrival, and close it. */
export function ConversationControl({ job, announced }: ConversationControlProps) {
  const offline = useOffline()
  const [choosing, setChoosing] = useState(false)
  const [busy, setBusy] = useState<OpeningEvent | 'end' | null>(null)
  const announce = async (event: OpeningEvent) => {
    setBusy(event)
    const { confirmation } = openingEvents[event]
    await makeChange({
      jobId: job.id,
      change: { kind: 'announce', body: { event } },
      refused: showConversationFailure(t('Failed to activate communication.')),
      success: { title: t('Communication Activated'), description: translate(confirmation) },
    })
    setBusy(null)
    setChoosing(false)
  }
  const close = async () => {
    setBusy('end')
    await makeChange({
      jobId: job.id,
      change: { kind: 'endConversation' },
      refused: showConversationFailure(t('Failed to close communication.')),
      success: { title: t('Communication Closed') },
    })
    setBusy(null)
  }
  const eventButton = (event: OpeningEvent) => (
    <Button
      key={event}
      wide
      size="large"
      pending={busy === event}
      onClick={() => void announce(event)}
    >
      {translate(openingEvents[event].label)}
    </Button>
  )
  if (job.communicationActive)
    return (
      <div className="grid gap-2 sm:grid-cols-2">
        {!announced.includes('arrived') && eventButton('arrived')}
        <Button wide size="large" pending={busy === 'end'} onClick={() => void close()}>
          {t('Close Communication')}
        </Button>
      </div>
    )
  return (
    <>
      <Button
        wide
        size="large"
        disabledReason={!mayConverse(job.status) && t('Assign a technician first')}
        onClick={() => setChoosing(true)}
      >
        {t('Start Communication')}
      </Button>
      {choosing && (
        <Dialog
          onClose={() => setChoosing(false)}
          size="small"
          title={t('Start Communication')}
          description={
            offline
              ? t('We let {name} know as soon as there is a signal.', { name: job.customer.name })
              : t('We let {name} know right away, and you can write to each other.', {
                  name: job.customer.name,
                })
          }
        >
          <div className="grid gap-2">{openingEventIds.map(eventButton)}</div>
        </Dialog>
      )}
    </>
  )
}
