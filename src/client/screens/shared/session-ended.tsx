import { KeyRound } from 'lucide-react'
import { useLocation } from 'wouter'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { isAt } from '#shared/rules/screens.ts'
import { t } from '#shared/texts/t.ts'

/** Shown above saved pages after the session ended: why nothing is sent, and how to sign in. */
export default function SessionEnded() {
  const [path] = useLocation()
  if (isAt(paths.signIn, path)) return null
  return (
    <div className="mx-auto mb-6 max-w-column">
      <Banner
        tone="warning"
        live
        icon={<KeyRound />}
        title={t('Your session has ended')}
        action={
          <LinkButton variant="primary" href={`${paths.signIn}?next=${encodeURIComponent(path)}`}>
            {t('Sign in again')}
          </LinkButton>
        }
      >
        {t(
          'You are seeing what was saved on this device. Nothing you do here is lost: it is sent once you sign in again.',
        )}
      </Banner>
    </div>
  )
}
