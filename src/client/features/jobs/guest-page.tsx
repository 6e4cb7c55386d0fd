import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { useWhileDown } from '#client/app/socket-state.ts'
import { ByGuestLink, useGuestLink } from '#client/app/guest-link.ts'
import { useCall } from '#client/app/queries.ts'
import { useGuestSocket } from '#client/app/use-socket.ts'
import { EmptyState, ErrorState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t, translate } from '#shared/texts/t.ts'

const seldomMs = 60_000

type Children = (visit: Job, token: string) => ReactNode

/** A page that a guest's link opens: all calls below it are made by the link of the address. */
export function GuestPage({ children }: { children: Children }) {
  const { token } = useParams<{ token: string }>()
  return (
    <ByGuestLink key={token} value={token}>
      <meta name="robots" content="noindex" />
      <LoadedVisit>{children}</LoadedVisit>
    </ByGuestLink>
  )
}

/** The visit of the link, kept up to date. */
function LoadedVisit({ children }: { children: Children }) {
  const token = useGuestLink() ?? ''
  const whenDown = useWhileDown()
  const visits = useCall('GET /api/jobs/customer', undefined, {
    refetchInterval: ({ state: { data } }) => {
      const often = whenDown()
      // A visit that is over changes rarely, but its customer may be erased.
      return often && !data?.some(({ status }) => isActiveJob(status)) ? seldomMs : often
    },
    refetchOnWindowFocus: true,
  })
  const isDead = visits.error?.status === 404
  const visit = visits.data?.[0]
  useGuestSocket(visit && !isDead ? token : undefined)
  if (isDead) return <DeadLink />
  if (visit) return children(visit, token)
  if (visits.error)
    return (
      <ErrorState
        page
        title={t('Your visit could not be loaded')}
        text={translate(visits.error.message)}
        onRetry={() => void visits.refetch()}
        pending={visits.isFetching}
      />
    )
  return (
    <div className="mx-auto max-w-column space-y-4">
      <Skeleton className="h-64 w-full rounded-card!" />
      <Skeleton className="h-72 w-full rounded-card!" />
    </div>
  )
}

/** The same for a guessed, a shortened and an expired link. */
function DeadLink() {
  return (
    <EmptyState
      page
      icon={<Link2Off />}
      title={t('This link does not open a visit')}
      text={t(
        'Links expire 30 days after the visit, and some mail apps cut them short. Open the one in your e-mail again, or sign in with that e-mail address to see your visits.',
      )}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <LinkButton variant="primary" href={paths.login}>
            {t('Sign In')}
          </LinkButton>
          <LinkButton href={paths.contact}>{t('Contact')}</LinkButton>
        </span>
      }
    />
  )
}
