import { useState } from 'react'
import { usePerson } from '#client/app/session.ts'
import { OwnData } from '#client/features/accounts/own-data.tsx'
import { AccountFacts, OwnDetails } from '#client/features/accounts/own-details.tsx'
import { LanguageCard, ProfileForm } from '#client/features/accounts/profile-form.tsx'
import { FeedCard } from '#client/features/calendar/feed-card.tsx'
import { SavedCardsSummary } from '#client/features/payments/saved-cards-summary.tsx'
import { PlacesCard } from '#client/features/places/places-card.tsx'
import { OwnHours } from '#client/features/technicians/own-hours.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function Profile() {
  const user = usePerson()
  const [editing, setEditing] = useState(false)
  return (
    <Page
      className="space-y-5"
      title={t('Your Profile')}
      back={{ href: paths.home, label: t('Home') }}
    >
      {editing ? (
        <ProfileForm user={user} onDone={() => setEditing(false)} />
      ) : (
        <OwnDetails user={user} onEdit={() => setEditing(true)} />
      )}
      {user.role === 'customer' && (
        <>
          <SavedCardsSummary />
          <PlacesCard />
        </>
      )}
      <AccountFacts user={user} />
      <LanguageCard />
      {user.role === 'technician' && user.active && (
        <>
          <OwnHours />
          <FeedCard about={t('Your visits in the calendar of your phone or computer.')} />
        </>
      )}
      <OwnData user={user} />
    </Page>
  )
}
