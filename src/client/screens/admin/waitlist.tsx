import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { api } from '#client/app/call.ts'
import { refreshAfter, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { describeWanted } from '#client/features/waitlist/describe-wanted.ts'
import { Badge } from '#client/ui/badge.tsx'
import { QuietButton, SmallButton, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { requiredLine } from '#shared/contract/fields.ts'
import type { OfficeWaitlistEntry } from '#shared/contract/waitlist.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant, formatTime, formatVisit } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'

type Asked = { about: 'first' | 'last' | 'remove' | 'take back'; entry: OfficeWaitlistEntry }

/** The customers on the waitlist in order, with their offers and the outcomes. */
export default function Waitlist() {
  const list = useCall('GET /api/admin/waitlist')
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Page
      wide
      title={t('Waitlist')}
      back={{ href: paths.schedule, label: t('Schedule') }}
      lede={t(
        'A time that becomes available is held for the first customer it suits. In quiet hours it stays open to everyone.',
      )}
    >
      <Loaded
        parts={[list]}
        loading={<Skeleton className="h-64 w-full rounded-card!" />}
        failed={t('The waitlist could not be loaded')}
      >
        {(entries) => {
          const waiting = entries.filter(({ outcome }) => outcome === null)
          const over = entries.filter(({ outcome }) => outcome !== null)
          return (
            <div className="space-y-6">
              {waiting.length === 0 ? (
                <EmptyState
                  icon={<Hourglass />}
                  title={t('No one is waiting')}
                  text={t(
                    'Customers join when no time suits them, or from their visit. Add callers on their visit or their customer page.',
                  )}
                />
              ) : (
                <Card flush>
                  <ol className="divide-y divide-line">
                    {waiting.map((entry, at) => (
                      <Entry
                        key={entry.id}
                        entry={entry}
                        place={at + 1}
                        isFirst={at === 0}
                        isLast={at === waiting.length - 1}
                        onAsk={(about) => setAsked({ about, entry })}
                      />
                    ))}
                  </ol>
                </Card>
              )}
              {over.length > 0 && (
                <Card flush title={t('No longer waiting')}>
                  <ul className="divide-y divide-line">
                    {over.map((entry) => (
                      <Entry key={entry.id} entry={entry} />
                    ))}
                  </ul>
                </Card>
              )}
              {asked && (
                <ReasonDialog
                  {...asked}
                  first={waiting[0]?.id ?? null}
                  onClose={() => setAsked(null)}
                />
              )}
            </div>
          )
        }}
      </Loaded>
    </Page>
  )
}

interface EntryProps {
  entry: OfficeWaitlistEntry
  /** Position in the order of offers, from 1. */
  place?: number
  isFirst?: boolean
  isLast?: boolean
  onAsk?: (about: Asked['about']) => void
}

function Entry({ entry, place, isFirst, isLast, onAsk }: EntryProps) {
  const { timeZone } = useBusiness()
  const { customer, jobId, visit, offers, outcome } = entry
  const open = offers.find(({ state }) => state === 'open')
  const named = { name: customer.name || t('the customer') }
  return (
    <li className="gap-x-8 px-4 py-4 sm:px-5 lg:flex lg:items-start lg:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <p className="min-w-0 font-semibold wrap-anywhere">
            {place && <span className="mr-1 font-normal text-soft tabular-nums">{place}.</span>}
            <TextLink href={officePaths.customer(customer.id)}>
              {customer.name || t('Without a name')}
            </TextLink>
          </p>
          {outcome ? (
            <Badge>{entryLabel(outcome)}</Badge>
          ) : (
            open && (
              <Badge color="amber">
                {t('Asked, until {time}', { time: formatTime(open.expiresAt, timeZone) })}
              </Badge>
            )
          )}
        </div>
        <p>
          {entry.vehicle}
          {visit && jobId && (
            <>
              {' · '}
              <TextLink href={officePaths.officeVisit(jobId)}>
                {t('booked for {time}', { time: formatVisit(visit.date, visit.time) })}
              </TextLink>
            </>
          )}
        </p>
        <p className="text-sm text-soft">{describeWanted(entry)}</p>
        <p className="text-sm text-soft wrap-anywhere">{entry.serviceAddress}</p>
        <p className="text-sm text-soft">
          {t('Waiting since {when}', { when: formatInstant(entry.createdAt, timeZone) })}
        </p>
        {offers.length > 0 && (
          <ul className="mt-1 text-sm">
            {offers.map((offer) => (
              <li key={offer.id}>
                {t('{time}: {state}', {
                  time: formatVisit(offer.date, offer.time),
                  state: offerLabel(offer.state),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
      {onAsk && (
        <div className="mt-2 -mx-3 flex flex-wrap items-center gap-x-1 gap-y-2 lg:mx-0 lg:mt-0 lg:flex-none lg:justify-end">
          {open && (
            <SmallButton
              className="mx-3 lg:mx-0"
              aria-label={t('Take the offer back: {name}', named)}
              onClick={() => onAsk('take back')}
            >
              {t('Take the offer back')}
            </SmallButton>
          )}
          {!isFirst && (
            <QuietButton
              className={quiet}
              aria-label={t('To the top: {name}', named)}
              onClick={() => onAsk('first')}
            >
              {t('To the top')}
            </QuietButton>
          )}
          {!isLast && (
            <QuietButton
              className={quiet}
              aria-label={t('To the end: {name}', named)}
              onClick={() => onAsk('last')}
            >
              {t('To the end')}
            </QuietButton>
          )}
          <QuietButton
            className={quiet}
            aria-label={t('Remove: {name}', named)}
            onClick={() => onAsk('remove')}
          >
            {t('Remove')}
          </QuietButton>
        </div>
      )}
    </li>
  )
}

// Fits them in one line on a phone.
const quiet = 'max-sm:px-2!'

const Form = z.strictObject({ reason: requiredLine(text('Please give a reason'), 200) })

function ReasonDialog({
  about,
  entry,
  first,
  onClose,
}: Asked & { first: string | null; onClose: () => void }) {
  const named = { name: entry.customer.name || t('the customer') }
  const open = entry.offers.find(({ state }) => state === 'open')
  const words = {
    first: {
      title: t('Move {name} to the top', named),
      description: t('They are asked first when a time becomes available.'),
      submitLabel: t('To the top'),
    },
    last: {
      title: t('Move {name} to the end', named),
      description: t('Everyone else gets offers first.'),
      submitLabel: t('To the end'),
    },
    remove: {
      title: t('Remove {name} from the waitlist', named),
      description: t('They get no more offers and are not notified. This cannot be undone.'),
      submitLabel: t('Remove'),
    },
    'take back': {
      title: t('Take the offer of {name} back', named),
      description: t(
        'They can no longer accept it. The time goes to the next customer, or you can book it.',
      ),
      submitLabel: t('Take the offer back'),
    },
  }[about]
  const change = async ({ reason }: { reason: string }) => {
    const params = { id: entry.id }
    if (about === 'remove') await api('DELETE /api/waitlist/{id}', { params, body: { reason } })
    else if (about === 'take back')
      await api('POST /api/waitlist/offers/{id}/decline', {
        params: { id: open?.id ?? '' },
        body: { reason },
      })
    else
      await api('PATCH /api/admin/waitlist/{id}', {
        params,
        body: { reason, before: about === 'first' ? first : null },
      })
    refreshAfter('POST /api/waitlist/offers/{id}/decline')
    return true
  }
  return (
    <DialogForm
      {...words}
      danger={about === 'remove'}
      send={change}
      schema={Form}
      defaultValues={{ reason: '' }}
      onClose={onClose}
      failureTitle={t('The waitlist was not changed')}
      successToast={{ title: t('Waitlist changed') }}
    >
      {({ TextField }) => <TextField name="reason" label={t('Reason')} />}
    </DialogForm>
  )
}

function entryLabel(outcome: NonNullable<OfficeWaitlistEntry['outcome']>): string {
  return {
    accepted: t('Accepted'),
    left: t('Left'),
    removed: t('Removed'),
    over: t('Ended'),
  }[outcome]
}

function offerLabel(state: OfficeWaitlistEntry['offers'][number]['state']): string {
  return {
    open: t('asked'),
    accepted: t('accepted'),
    declined: t('declined'),
    expired: t('no answer'),
    ended: t('no longer available'),
    taken_back: t('taken back'),
  }[state]
}
