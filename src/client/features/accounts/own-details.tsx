import { clsx } from 'clsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { personName } from '#client/app/person-name.ts'
import type { User } from '#shared/contract/accounts.ts'
import { t } from '#shared/texts/t.ts'

/** Name, e-mail and phone as they are stored. */
export function OwnDetails({ user, onEdit }: { user: User; onEdit: () => void }) {
  const missing = <span className="font-normal text-soft">{t('Not given')}</span>
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
          { label: t('Phone'), value: user.phone || missing },
        ]}
      />
    </Card>
  )
}
