import { clsx } from 'clsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { personName } from '#client/app/person-name.ts'
import type { User } from '#shared/contract/accounts.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { t } from '#shared/texts/t.ts'

/** Name, e-mail and phone as they are stored. */
export function OwnDetails({ user, onEdit }: { user: User; onEdit: () => void }) {
  const missing = <span className="font-normal text-soft">{t('Not given')}</span>
  const phone = useShownPhone(user.phone)
  const request = requestFor(user)
  return (
    <Card>
      <div className="mb-4 flex items-center gap-4">
        <Avatar name={personName(user)} size="large" />
        {/* A name may be long; an e-mail in its place is whole below. */}
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
          { label: t('Last name'), value: user.lastName || missing },
          { label: t('E-mail'), value: <span className="wrap-anywhere">{user.email}</span> },
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

/** What to add, so that people can meet and reach each other; undefined when nothing is missing. */
function requestFor(user: User): string | undefined {
  const missing = missingDetails({ ...user, name: user.firstName + user.lastName })
  if (missing.length === 0) return undefined
  if (missing[0] === 'phone' && user.phone)
    return t('Please correct your phone number: nobody can call it as it is.')
  if (user.role === 'admin') return missing[0] === 'name' ? t('Please add your name.') : undefined
  const asks = user.role === 'technician' ? askTechnician() : askCustomer()
  return missing.length === 2 ? asks.both : asks[missing[0] ?? 'name']
}

const askCustomer = () => ({
  both: t(
    'Please add your name and your phone number: a visit needs somebody to meet and to call.',
  ),
  name: t('Please add your name: a visit needs somebody to meet.'),
  phone: t('Please add your phone number: a visit needs somebody to call.'),
})

const askTechnician = () => ({
  both: t(
    'Please add your name and your phone number: customers read your name on their visit, and the office may have to call you.',
  ),
  name: t('Please add your name: customers read it on their visit.'),
  phone: t('Please add your phone number: the office may have to call you.'),
})
