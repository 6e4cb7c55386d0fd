import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { BookingSkeleton } from '#client/features/booking/booking-page.tsx'
import { CallerBookedPage } from '#client/features/booking/callers/caller-booked.tsx'
import { CallerForm } from '#client/features/booking/callers/caller-form.tsx'
import { readPrefilled } from '#client/features/booking/callers/caller-draft.ts'
import { useCallerBooking } from '#client/features/booking/callers/use-caller-booking.ts'
import type { Visit } from '#client/features/booking/booking-draft.ts'
import { LinkButton, QuietButton } from '#client/ui/button.tsx'
import { PageHeader } from '#client/ui/page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const CustomerLinkDialog = lazyDialog(
  () => import('#client/features/office-visit/customer-link-dialog.tsx'),
)

const WaitDialog = lazyDialog(() => import('#client/features/waitlist/wait-dialog.tsx'))

/** Booking for a customer on the phone. */
export default function AdminBooking() {
  const [round, setRound] = useState(0)
  const [, go] = useLocation()
  const startOver = () => {
    go(paths.adminBooking)
    setRound(round + 1)
  }
  return <OneBooking key={round} onAnother={startOver} />
}

function OneBooking({ onAnother }: { onAnother: () => void }) {
  const [query] = useSearchParams()
  const shell = useCallerBooking(readPrefilled(query))
  const technicians = useCall('GET /api/admin/technicians', { query: { limit: '200' } })
  const [linkOf, setLinkOf] = useState<Job | null>(null)
  const [, go] = useLocation()
  const { uses } = useBusiness()
  const [waitingKey, setWaiting] = useState<number | null>(null)
  const waiting = shell.booking.visits.find(({ key }) => key === waitingKey)
  /** Opens the waitlist dialog, or shows what is missing: the caller's details or a car. */
  const waitWith = ({ key }: Visit) => {
    const lacking = (['who', 'vehicle'] as const).find((one) => !shell.booking.isAnswered(one))
    if (lacking) shell.booking.show(lacking, { key, tell: true, only: true })
    else setWaiting(key)
  }
  if (shell.booked)
    return (
      <>
        <CallerBookedPage booked={shell.booked} onLink={setLinkOf} onAnother={onAnother} />
        {linkOf && <CustomerLinkDialog job={linkOf} onClose={() => setLinkOf(null)} />}
      </>
    )
  const parts = [technicians, ...shell.booking.parts, ...shell.failed]
  const isShut = parts.some(({ error }) => error?.status === 401 || error?.status === 403)
  return (
    <div className="mx-auto max-w-280">
      <PageHeader
        title={t('Book for a customer')}
        back={{ href: paths.home, label: t('Dashboard') }}
      />
      <Loaded
        parts={parts}
        loading={<BookingSkeleton />}
        failed={
          isShut
            ? t('Only an admin can book for customers. Please log in as admin.')
            : t('The booking page could not be loaded')
        }
        action={
          isShut && (
            <LinkButton href={paths.loginAgain(paths.adminBooking)}>
              {t('Log in as admin')}
            </LinkButton>
          )
        }
      >
        {() => (
          <CallerForm
            shell={shell}
            noneSuits={(visit) =>
              uses.waitlist && (
                <QuietButton className="mt-2 -ml-3" onClick={() => waitWith(visit)}>
                  {t('Tell them when another time is available')}
                </QuietButton>
              )
            }
          />
        )}
      </Loaded>
      {waiting && (
        <WaitDialog
          waiting={shell.waitingOf(waiting)}
          onJoined={() => {
            shell.finish()
            go(officePaths.waitlist)
          }}
          onClose={() => setWaiting(null)}
        />
      )}
    </div>
  )
}
