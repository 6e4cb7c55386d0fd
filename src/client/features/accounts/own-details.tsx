import { clsx } from 'clsx'
import { LogOut } from 'lucide-react'
import { EmailAddress } from '#client/app/contact-link.tsx'
import { personName } from '#client/app/person-name.ts'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { useBusiness } from '#client/app/session.ts'
import { signOutInstead } from '#client/app/sign-out.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { paths } from '#shared/rules/paths.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { formatInstantDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

export function OwnDetails({ user, onEdit }: { user: User; onEdit: () => void }) {
  const missing = <span className="font-normal text-soft">{t('Not given')}</span>
  const phone = useShownPhone(user.phone)
  const request = requestFor(user)
  return (
    <Card>
      <div className="mb-4 flex items-center gap-4">
        <Avatar name={personName(user)} size="large" />
        {/* Names can be long; an e-mail shown instead is repeated in full below. */}
        <h2
          className={clsx(
            'min-w-0 flex-1 text-lg',
            user.firstName || user.lastName ? 'wrap-anywhere' : 'truncate',
          )}
        >
          {personName(user)}
        </h2>
        <Button onClick={onEdit}>{t('Edit')}</Button>
      </div>
      <Facts
        items={[
          { label: t('First name'), value: user.firstName || missing },
          // A single name is complete.
          ...(user.firstName && !user.lastName
            ? []
            : [{ label: t('Last name'), value: user.lastName || missing }]),
          { label: t('E-mail'), value: <EmailAddress>{user.email ?? ''}</EmailAddress> },
          { label: t('Phone'), value: phone || missing },
        ]}
      />
      {request && (
        <div className="mt-4">
          <Banner tone="warning">{request}</Banner>
        </div>
      )}
    </Card>
  )
}

/** Asks for missing contact details; undefined when nothing is missing. */
function requestFor(user: User): string | undefined {
  const missing = missingDetails({ ...user, name: user.firstName + user.lastName })
  if (missing.length === 0) return undefined
  if (missing[0] === 'phone' && user.phone)
    return t('Please correct your phone number: it is not valid.')
  if (user.role === 'admin') return missing[0] === 'name' ? t('Please add your name.') : undefined
  const asks = user.role === 'technician' ? askTechnician() : askCustomer()
  return missing.length === 2 ? asks.both : asks[missing[0] ?? 'name']
}

const askCustomer = () => ({
  both: t('Please add your name and phone number, so the technician can find and call you.'),
  name: t('Please add your name, so the technician can find you.'),
  phone: t('Please add your phone number, so the technician can call you.'),
})

const askTechnician = () => ({
  both: t(
    'Please add your name and your phone number: customers read your name on their visit, and the office may have to call you.',
  ),
  name: t('Please add your name: customers read it on their visit.'),
  phone: t('Please add your phone number: the office may have to call you.'),
})

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
        <LinkButton href={paths.devices}>{t('Signed-in devices')}</LinkButton>
        <LinkButton href={paths.logout} onClick={signOutInstead} icon={<LogOut />}>
          {t('Sign Out')}
        </LinkButton>
      </div>
    </Card>
  )
}
