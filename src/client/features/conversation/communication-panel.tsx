import type { ReactNode } from 'react'
import { waitingOf } from '#client/app/work/waiting-changes.ts'
import { useUnsentWork } from '#client/app/work/work-outbox.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { eventsSinceOpening, openingEvents } from '#shared/rules/conversation.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import type { Role } from '#shared/rules/roles.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ContactButtons } from './contact-buttons.tsx'
import { MessageForm } from './message-form.tsx'
import { OfficePrompt } from './office-prompt.tsx'
import { ShareLocation } from './share-location.tsx'
import { ConversationControl } from './conversation-control.tsx'
import { ConversationHistory } from './conversation-history.tsx'
import { useMessages } from './use-messages.ts'
import { useConversation } from './use-conversation.ts'

interface CommunicationPanelProps {
  job: Job
  role: Role
  /** Names the visit if several panels are shown. */
  title?: ReactNode
}

export function CommunicationPanel({ job, role, title }: CommunicationPanelProps) {
  const conversation = useConversation(job)
  const messages = useMessages(job)
  const asCustomer = role === 'customer'
  const over = !isActiveJob(job.status)
  const active = job.communicationActive && !over
  const { data: entries = [] } = conversation
  // The page reports the lost connection; loaded messages stay below.
  const isOffline = conversation.data !== undefined && conversation.error?.status === 0
  const waiting = waitingOf('announce', job.id, useUnsentWork()).map(
    ({ change }) => openingEvents[change.body.event ?? 'on_my_way'].event,
  )
  const announced = eventsSinceOpening([...entries.map(({ event }) => event), ...waiting])
  return (
    <Card
      title={title ?? t('Communication')}
      action={
        <StatusBadge color={active ? 'green' : 'light'}>
          {active ? t('state|Active') : t('state|Inactive')}
        </StatusBadge>
      }
    >
      <div className="space-y-4">
        {over && <OfficePrompt job={job} asCustomer={asCustomer} />}
        {!over && asCustomer && !active && (
          <div role="status">
            <p className="font-medium">{t('Communication not active yet')}</p>
            <p className="text-sm text-soft">
              {t('Your technician opens it on the way to you. This page updates by itself.')}
            </p>
          </div>
        )}
        {!over && !asCustomer && <ConversationControl job={job} announced={announced} />}
        {role === 'technician' && (
          <ShareLocation
            job={job}
            onTheWay={active && job.status === 'assigned' && !announced.includes('arrived')}
          />
        )}
        {active && <ContactButtons job={job} asCustomer={asCustomer} messages={messages} />}
        {conversation.isPending && <Skeleton lines={2} />}
        {conversation.isError && !isOffline && (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-sm text-red">
              {t('The messages could not be loaded.')} {translate(conversation.error.message)}
            </p>
            <Button
              size="small"
              pending={conversation.isFetching}
              onClick={() => void conversation.refetch()}
            >
              {t('Try again')}
            </Button>
          </div>
        )}
        <ConversationHistory {...{ job, entries, messages, asCustomer }} />
        {active && <MessageForm messages={messages} role={role} />}
      </div>
    </Card>
  )
}
