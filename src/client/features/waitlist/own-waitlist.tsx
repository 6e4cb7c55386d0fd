import { useState } from 'react'
import { useLocation } from 'wouter'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useGuestLink } from '#client/app/guest-link.ts'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import type { WaitlistEntry } from '#shared/contract/waitlist.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { OfferCard } from './offer-card.tsx'

const LeaveDialog = lazyDialog(() => import('./leave-dialog.tsx'))

/** The customer's held times and other waitlist entries; empty if there are none. */
export default function OwnWaitlist() {
  const [, go] = useLocation()
  const isGuest = useGuestLink() !== null
  const [left, setLeft] = useState<WaitlistEntry | null>(null)
  const { data: entries = [] } = useCall('GET /api/waitlist')
  if (entries.length === 0) return null
  return (
    <div className="mb-6 space-y-4">
      {entries.map((entry) =>
        entry.offer ? (
          <OfferCard
            key={entry.id}
            offer={entry.offer}
            // Guests are already on their visit's page.
            onAccepted={({ path }) => !isGuest && go(path)}
          />
        ) : (
          <Banner
            key={entry.id}
            title={t('On the waitlist: {vehicle}', { vehicle: entry.vehicle })}
            action={<SmallButton onClick={() => setLeft(entry)}>{t('Stop waiting')}</SmallButton>}
          >
            {entry.jobId
              ? t('We write to you when an earlier time is available, until {date}.', {
                  date: formatDay(entry.to),
                })
              : t('We write to you when a time is available, until {date}.', {
                  date: formatDay(entry.to),
                })}
          </Banner>
        ),
      )}
      {left && <LeaveDialog entry={left} onClose={() => setLeft(null)} />}
    </div>
  )
}
