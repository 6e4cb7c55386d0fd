import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { refreshAfter, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { TextLink, SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { CalendarFeed } from '#shared/contract/calendar-feeds.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface FeedCardProps {
  /** Subtitle: whose visits the feed has. */
  about: string
  /** For the office: this technician's feed; undefined for one's own. */
  technicianId?: string
}

/** Secret address for calendar apps to read visits: create, show once, replace, turn off. */
export function FeedCard({ about, technicianId }: FeedCardProps) {
  const { feed, make, end } = useFeed(technicianId)
  const [confirming, setConfirming] = useState<'new' | 'off' | null>(null)
  const close = () => setConfirming(null)
  const onFailure = {
    onError: (error: Parameters<typeof showFailure>[1]) => showFailure(t('Error'), error),
  }
  const makeNow = () => make.mutate(undefined, { ...onFailure, onSettled: close })
  return (
    <Card title={t('Calendar')} aria-label={t('Calendar')}>
      <p className="text-sm text-soft">{about}</p>
      <Loaded
        parts={[feed]}
        loading={<Skeleton lines={1} />}
        failed={t('The calendar could not be loaded')}
      >
        {(known) => (
          <div className="mt-3 space-y-3">
            {make.data ? <NewAddress url={make.data.url} /> : <State feed={known} />}
            <div className="flex flex-wrap gap-2">
              <SmallButton
                pending={make.isPending}
                onClick={() => (known.since ? setConfirming('new') : makeNow())}
              >
                {known.since ? t('Make a new address') : t('Make an address')}
              </SmallButton>
              {known.since && (
                <QuietButton onClick={() => setConfirming('off')}>{t('Switch off')}</QuietButton>
              )}
            </div>
          </div>
        )}
      </Loaded>
      {confirming === 'new' && (
        <ConfirmDialog
          onClose={close}
          title={t('Make a new address?')}
          description={t('The current address stops working everywhere it is used.')}
          confirmLabel={t('Make a new address')}
          pending={make.isPending}
          onConfirm={makeNow}
        />
      )}
      {confirming === 'off' && (
        <ConfirmDialog
          onClose={close}
          danger
          title={t('Switch the calendar off?')}
          description={t(
            'Its address stops working at once, and the visits go from the calendars that read it.',
          )}
          confirmLabel={t('Switch off')}
          pending={end.isPending}
          onConfirm={() => end.mutate(undefined, { ...onFailure, onSettled: close })}
        />
      )}
    </Card>
  )
}

function State({ feed: { since, readAt } }: { feed: CalendarFeed }) {
  const { timeZone } = useBusiness()
  if (!since) return <p className="text-sm">{t('Switched off.')}</p>
  return (
    <p className="text-sm">
      {t('On since {time}.', { time: formatInstant(since, timeZone) })}{' '}
      {readAt
        ? t('Last read {time}.', { time: formatInstant(readAt, timeZone) })
        : t('No calendar has read it yet.')}{' '}
      <span className="text-soft">{t('The address is shown once, when it is made.')}</span>
    </p>
  )
}

/** Shown only until the page is left. */
function NewAddress({ url }: { url: string }) {
  const copy = async () => {
    const copied = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    )
    // If the browser can't copy, the address can be selected.
    if (copied) toast({ title: t('Address copied') })
  }
  return (
    <div className="space-y-2" aria-live="polite">
      <Field
        label={t('Secret address')}
        hint={t(
          'Anyone who has it can read the visits. It is shown only once; add it to your calendar as a subscription.',
        )}
      >
        <TextInput readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SmallButton variant="primary" onClick={() => void copy()}>
          {t('Copy address')}
        </SmallButton>
        <TextLink href={url.replace(/^https?:/, 'webcal:')}>
          {t('Open in the calendar of this device')}
        </TextLink>
      </div>
    </div>
  )
}

const ownRoute = '/api/calendar-feed'
const route = '/api/admin/technicians/{id}/calendar-feed'

/** Reads, creates and ends one's own calendar feed, or a technician's for the office. */
function useFeed(technicianId?: string) {
  const params = { id: technicianId ?? '' }
  const own = useCall(`GET ${ownRoute}`, undefined, { enabled: !technicianId })
  const theirs = useCall(`GET ${route}`, { params }, { enabled: Boolean(technicianId) })
  const make = useMutation<{ url: string }, CallError>({
    mutationFn: () =>
      technicianId ? api(`POST ${route}`, { params }) : api(`POST ${ownRoute}`, {}),
    onSuccess: () => refreshAfter(technicianId ? `POST ${route}` : `POST ${ownRoute}`),
  })
  const end = useMutation<unknown, CallError>({
    mutationFn: () =>
      technicianId ? api(`DELETE ${route}`, { params }) : api(`DELETE ${ownRoute}`, {}),
    onSuccess: () => {
      make.reset()
      refreshAfter(technicianId ? `DELETE ${route}` : `DELETE ${ownRoute}`)
    },
  })
  return { feed: technicianId ? theirs : own, make, end }
}
