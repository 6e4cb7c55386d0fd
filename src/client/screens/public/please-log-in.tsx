import { CircleUser } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { pageAsked } from '#client/app/routing.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

/** In place of the profile for visitors. */
export default function PleaseLogIn() {
  return (
    <div className="mx-auto max-w-column pt-10">
      <EmptyState
        page
        icon={<CircleUser />}
        title={t('Please Log In')}
        text={t('Sign in to see your profile.')}
        action={
          <LinkButton
            variant="primary"
            href={`${paths.signIn}?next=${encodeURIComponent(pageAsked())}`}
          >
            {t('Go to Login')}
          </LinkButton>
        }
      />
    </div>
  )
}
