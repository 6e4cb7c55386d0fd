import { Webhook } from 'lucide-react'
import { List } from '#client/app/list/list.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { TextLink, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { toast } from '#client/ui/toast.ts'
import type { CardNetworkEvent } from '#shared/contract/card-network.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export function CardEvents() {
  const list = useCall('GET /api/admin/card-network/events')
  return (
    <Card title={t('Webhooks')}>
      <List
        list={list}
        failed={t('The webhooks could not be loaded')}
        empty={
          <EmptyState
            icon={<Webhook />}
            title={t('No webhooks received yet')}
            text={t('Messages from the card network are listed here.')}
          />
        }
      >
        {(events) => (
          <ul className="divide-y divide-line">
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}

function EventRow({ event }: { event: CardNetworkEvent }) {
  const { timeZone } = useBusiness()
  const { id, type, job, replayedAt } = event
  const replay = useWrite('POST /api/admin/card-network/events/{id}/replay', {
    onSuccess: () =>
      toast({ title: t('Refreshed'), description: t('The payment is compared with the network.') }),
    onError: (error) => showFailure(t('Not read'), error),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{describeType(type)}</p>
        <p className="text-sm text-soft">
          {formatInstant(event.at, timeZone)}
          {' · '}
          {job ? (
            <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>
          ) : (
            t('Not about our visits')
          )}
          {replayedAt && (
            <> · {t('read again {at}', { at: formatInstant(replayedAt, timeZone) })}</>
          )}
        </p>
      </div>
      {job && (
        <SmallButton
          pending={replay.isPending}
          aria-label={t('Read again: {event}, {number}, {at}', {
            event: describeType(type),
            number: job.number,
            at: formatInstant(event.at, timeZone),
          })}
          onClick={() => replay.mutate({ params: { id } })}
        >
          {t('Read again')}
        </SmallButton>
      )}
    </li>
  )
}

/** Readable event name if known, else the network's. */
function describeType(type: string): string {
  if (type.startsWith('payment.')) return t('A payment changed')
  if (type.startsWith('refund.')) return t('A refund changed')
  if (type === 'dispute.listed') return t('A dispute was found in the network’s list')
  if (type.startsWith('dispute.')) return t('A dispute changed')
  return type
}
