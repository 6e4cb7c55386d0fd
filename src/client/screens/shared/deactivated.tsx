import { UserX } from 'lucide-react'
import { Suspense } from 'react'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { signOut } from '#client/app/sign-out.ts'
import { Button, TextLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

const HandIn = lazyComponent(() => import('#client/features/work/hand-in.tsx'))

/** Replaces every screen of a deactivated technician. */
export default function Deactivated() {
  const { supportEmail, supportPhone } = useBusiness()
  const { error } = useCall('GET /api/auth/user', undefined, { enabled: false, gcTime: 120_000 })
  const { personId } = (error?.details ?? {}) as { personId?: string }
  return (
    <div className="mx-auto max-w-column pt-6">
      <PageTitle>{t('Your access has ended')}</PageTitle>
      <EmptyState
        page
        icon={<UserX />}
        title={t('Your access has ended')}
        text={t(
          'The office has deactivated your account and taken back your visits. You cannot undo this yourself; please ask the office.',
        )}
        action={
          <Button size="large" onClick={signOut}>
            {t('Sign out on this device')}
          </Button>
        }
      />
      <p className="flex flex-wrap justify-center gap-x-6">
        {supportPhone && <TextLink href={paths.phone(supportPhone)}>{supportPhone}</TextLink>}
        {supportEmail && <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>}
      </p>
      {personId && (
        <div className="mt-6">
          <Suspense>
            <HandIn personId={personId} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
