import { Suspense } from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { useSearchParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { usePerson } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { DeviceSwitch } from '#client/features/notifications/device-switch.tsx'
import { NotificationHistory } from '#client/features/notifications/notification-history.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { t } from '#shared/texts/t.ts'

// Only for customers who open the tab.
const PreferencesForm = lazyComponent(
  () => import('#client/features/notifications/preferences-form.tsx'),
)

/** All notifications; customers also choose which they get. */
export default function Notifications() {
  const { role } = usePerson()
  return (
    <Page title={t('Notifications')} back={{ href: paths.home, label: t('Home') }}>
      {role === 'customer' ? (
        <WithPreferences />
      ) : (
        <div className="space-y-5">
          <Card>
            <DeviceSwitch />
          </Card>
          <NotificationHistory />
        </div>
      )}
    </Page>
  )
}

function WithPreferences() {
  const [query, setQuery] = useSearchParams()
  const value = query.get('tab') === 'preferences' ? 'preferences' : 'news'
  const preferences = (
    <Suspense fallback={<Skeleton className="h-120 w-full rounded-card!" />}>
      <PreferencesForm />
    </Suspense>
  )
  return (
    <Tabs
      label={t('Notifications')}
      value={value}
      onChange={(id) => setQuery(id === 'news' ? {} : { tab: id }, { replace: true })}
      tabs={[
        { id: 'news', label: t('News'), content: <NotificationHistory /> },
        { id: 'preferences', label: t('Preferences'), content: preferences },
      ]}
    />
  )
}
