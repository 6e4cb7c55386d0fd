import { UserX } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { signOut } from '#client/app/sign-out.ts'
import { Button, TextLink } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { PageTitle } from '#client/ui/page-title.tsx'

/** Replaces every screen of a deactivated technician. */
export default function Deactivated() {
  const { supportEmail, supportPhone } = useBusiness()
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
    </div>
  )
}
