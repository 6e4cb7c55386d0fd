import { CalendarCheck, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useMaybePerson } from '#client/app/session.ts'
import { useNow } from '#client/app/clock.ts'
import { OfferCard } from '#client/features/waitlist/offer-card.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { WaitlistOffer } from '#shared/contract/waitlist.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Target of the link in an offer's message. Works without a session. */
export default function WaitlistOfferScreen() {
  const { offer: id } = useParams<{ offer: string }>()
  const [, go] = useLocation()
  const isSignedIn = useMaybePerson() !== null
  const [isDeclined, setDeclined] = useState(false)
  /** The visit's page, for users who must sign in first. */
  const [visitPath, setVisitPath] = useState<string | null>(null)
  const now = useNow()
  const offer = useCall('GET /api/waitlist/offers/{id}', { params: { id } })
  return (
    <div className="mx-auto max-w-column pt-6">
      <meta name="robots" content="noindex" />
      <Loaded
        page
        parts={[offer]}
        loading={<Skeleton className="h-64 w-full rounded-card!" />}
        failed={t('The offer could not be loaded')}
        missing={
          <EmptyState
            page
            icon={<CalendarX />}
            title={t('This link does not work')}
            text={t('It may have been cut off. Please open the link of the message again.')}
            action={<LinkButton href={paths.home}>{t('Home')}</LinkButton>}
          />
        }
      >
        {(found) => {
          const state = isDeclined ? 'declined' : visitPath ? 'accepted' : stateAt(found, now)
          return state === 'open' ? (
            <OfferCard
              offer={found}
              id={id}
              onAccepted={({ path }) =>
                isSignedIn || path.startsWith(paths.guestVisit('')) ? go(path) : setVisitPath(path)
              }
              onDeclined={() => setDeclined(true)}
            />
          ) : (
            <EmptyState
              page
              answers={isDeclined || visitPath !== null}
              icon={state === 'accepted' ? <CalendarCheck /> : <CalendarX />}
              title={overTitle(state)}
              text={overText(state, found)}
              action={
                <LinkButton href={visitPath ?? paths.home}>
                  {visitPath ? t('Your visit') : t('Home')}
                </LinkButton>
              }
            />
          )
        }}
      </Loaded>
    </div>
  )
}

const stateAt = ({ state, expiresAt }: WaitlistOffer, now: number): WaitlistOffer['state'] =>
  state === 'open' && new Date(expiresAt).getTime() <= now ? 'expired' : state

function overTitle(state: WaitlistOffer['state']): string {
  if (state === 'accepted') return t('You have accepted this time')
  if (state === 'declined') return t('You have declined this time')
  return t('This time is no longer held')
}

function overText(state: WaitlistOffer['state'], { date, time }: WaitlistOffer): string {
  const when = formatVisit(date, time)
  if (state === 'accepted')
    return t('{time}. We have written to you with the details.', { time: when })
  if (state === 'declined')
    return t('{time}. You stay on the waitlist for other times.', { time: when })
  if (state === 'expired')
    return t('The time to answer for {time} is over. You stay on the waitlist for other times.', {
      time: when,
    })
  return t('{time} is no longer available.', { time: when })
}
