import { CalendarCheck, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { useNow } from '#client/app/clock.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useMaybePerson } from '#client/app/session.ts'
import { ProposalCard } from '#client/features/plans/proposal-card.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { PlanVisit } from '#shared/contract/plans.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** Target of the link in a proposal's message. Works without a session. */
export default function PlanVisitScreen() {
  const { visit: id } = useParams<{ visit: string }>()
  const [, go] = useLocation()
  const isSignedIn = useMaybePerson() !== null
  /** The visit's page, for users who must sign in first. */
  const [visitPath, setVisitPath] = useState<string | null>(null)
  const now = useNow()
  const visit = useCall('GET /api/plan-visits/{id}', { params: { id } })
  return (
    <div className="mx-auto max-w-column pt-6">
      <meta name="robots" content="noindex" />
      <Loaded
        page
        parts={[visit]}
        loading={<Skeleton className="h-80 w-full rounded-card!" />}
        failed={t('The visit could not be loaded')}
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
        {(found) =>
          isOpen(found, now) && !visitPath ? (
            <ProposalCard
              visit={found}
              id={id}
              onBooked={(path) =>
                isSignedIn || path.startsWith(paths.guestVisit('')) ? go(path) : setVisitPath(path)
              }
            />
          ) : (
            <Over visit={found} visitPath={visitPath} isSignedIn={isSignedIn} />
          )
        }
      </Loaded>
    </div>
  )
}

const isOpen = ({ held }: PlanVisit, now: number) =>
  held !== null && new Date(held.until).getTime() > now

interface OverProps {
  visit: PlanVisit
  visitPath: string | null
  isSignedIn: boolean
}

function Over({ visit, visitPath, isSignedIn }: OverProps) {
  const isBooked = visitPath !== null || visit.state === 'booked' || visit.state === 'done'
  const path =
    visitPath ?? (isBooked && isSignedIn && visit.jobId ? paths.order(visit.jobId) : null)
  return (
    <EmptyState
      page
      answers={visitPath !== null}
      icon={isBooked ? <CalendarCheck /> : <CalendarX />}
      title={isBooked ? t('Your visit is booked') : overTitle(visit)}
      text={
        isBooked
          ? t('We have written to you with the details.')
          : t('{plan} for your {vehicle} continues. You can book a visit at any time.', {
              plan: visit.plan,
              vehicle: visit.vehicle,
            })
      }
      action={
        path ? (
          <LinkButton href={path}>{t('Your visit')}</LinkButton>
        ) : (
          <LinkButton href={paths.vehicle(visit.vehicleId)}>{t('Your car')}</LinkButton>
        )
      }
    />
  )
}

const overTitle = ({ state }: PlanVisit): string =>
  state === 'skipped' ? t('This service is skipped') : t('This time is no longer held')
