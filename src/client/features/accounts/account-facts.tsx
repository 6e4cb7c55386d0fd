import { LogOut } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { useBusiness } from '#client/app/session.ts'
import { signOutInstead } from '#client/app/sign-out.ts'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { formatInstantDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Since when and as what somebody is here, and the way out. */
export function AccountFacts({ user }: { user: User }) {
  const { timeZone } = useBusiness()
  return (
    <Card title={t('Account')}>
      <Facts
        items={[
          { label: t('Member since'), value: formatInstantDay(user.createdAt, timeZone) },
          { label: t('Role'), value: user.role && translate(statusLabel(user.role)) },
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <LinkButton
          href={user.role === 'customer' ? paths.notificationPreferences : paths.notifications}
        >
          {user.role === 'customer' ? t('Notification preferences') : t('Notifications')}
        </LinkButton>
        <LinkButton href={paths.logout} onClick={signOutInstead} icon={<LogOut />}>
          {t('Sign Out')}
        </LinkButton>
      </div>
    </Card>
  )
}
