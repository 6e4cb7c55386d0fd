import { DoorClosed } from 'lucide-react'
import { personName } from '#client/app/person-name.ts'
import { usePerson } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { paths } from '#shared/rules/paths.ts'
import type { Role } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'

/** In place of a page that exists for other roles: says for whom, and as who one is signed in. */
export default function NotForYou({ roles }: { roles: readonly Role[] }) {
  return (
    <div className="mx-auto max-w-column pt-10">
      <EmptyState
        page
        icon={<DoorClosed />}
        title={describeAudience(roles)}
        text={t('You are signed in as {name}.', { name: personName(usePerson()) })}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <LinkButton variant="primary" href={paths.home}>
              {t('Go Home')}
            </LinkButton>
            {history.length > 1 && <Button onClick={() => history.back()}>{t('Go Back')}</Button>}
          </span>
        }
      />
    </div>
  )
}

function describeAudience(roles: readonly Role[]): string {
  const [customer, technician, admin] = (['customer', 'technician', 'admin'] as const).map((one) =>
    roles.includes(one),
  )
  if (customer && admin) return t('This page is for customers and the office.')
  if (technician && admin) return t('This page is for technicians and the office.')
  if (customer) return t('This page is for customers.')
  if (technician) return t('This page is for technicians.')
  return t('This page is for the office.')
}
