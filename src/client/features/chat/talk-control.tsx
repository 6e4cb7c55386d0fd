import { useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { mayTalkIn, type TalkEvent, talkEventIds, talkEvents } from '#shared/rules/chat.ts'
import { t, translate } from '#shared/texts/t.ts'
import { sayTalkFailure } from './say-talk-failure.ts'
import { talkReads } from './use-talk.ts'

interface TalkControlProps {
  job: Job
  /** What the customer was told since communication opened. */
  announced: readonly TalkEvent[]
}

/** How the technician opens communication, says "arrived" later, and closes it. */
export function TalkControl({ job, announced }: TalkControlProps) {
  const [choosing, setChoosing] = useState(false)
  const activate = useWrite('POST /api/jobs/{id}/activate-communication', {
    refreshes: talkReads,
    onSuccess: (_, { body }) => {
      setChoosing(false)
      const { told } = talkEvents[body?.event ?? 'on_my_way']
      toast({ title: t('Communication Activated'), description: translate(told) })
    },
    onError: (error) => {
      setChoosing(false)
      sayTalkFailure(error, t('Failed to activate communication.'))
    },
  })
  const close = useWrite('POST /api/jobs/{id}/close-communication', {
    refreshes: talkReads,
    onSuccess: () => toast({ title: t('Communication Closed') }),
    onError: (error) => sayTalkFailure(error, t('Failed to close communication.')),
  })
  const eventButton = (event: TalkEvent, wide: boolean) => (
    <Button
      key={event}
      wide={wide}
      size="large"
      pending={activate.isPending && activate.variables.body?.event === event}
      onClick={() => activate.mutate({ params: { id: job.id }, body: { event } })}
    >
      {translate(talkEvents[event].label)}
    </Button>
  )
  if (job.communicationActive)
    return (
      <div className="grid gap-2 sm:grid-cols-2">
        {talkEventIds
          .filter((event) => event === 'arrived' && !announced.includes(event))
          .map((event) => eventButton(event, true))}
        <Button
          wide
          size="large"
          pending={close.isPending}
          onClick={() => close.mutate({ params: { id: job.id } })}
        >
          {t('Close Communication')}
        </Button>
      </div>
    )
  return (
    <>
      <Button
        wide
        size="large"
        disabledReason={!mayTalkIn(job.status) && t('Assign a technician first')}
        onClick={() => setChoosing(true)}
      >
        {t('Start Communication')}
      </Button>
      <Dialog
        open={choosing}
        onClose={() => setChoosing(false)}
        size="small"
        title={t('Start Communication')}
        description={t('{name} is told at once, and you can write to each other.', {
          name: job.customer.name,
        })}
      >
        <div className="grid gap-2">{talkEventIds.map((event) => eventButton(event, true))}</div>
      </Dialog>
    </>
  )
}
