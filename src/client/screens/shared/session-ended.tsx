import { KeyRound } from 'lucide-react'
import { useWaiting } from '#client/app/work/work-outbox.ts'
import { useLocation } from 'wouter'
import { Banner } from '#client/ui/banner.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { isAt } from '#shared/rules/screens.ts'
import { plural, t } from '#shared/texts/t.ts'

/** Shown above saved pages after the session ended: why nothing is sent, and how to sign in. */
export default function SessionEnded() {
  const [path] = useLocation()
  const { entries } = useWaiting()
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
        {entries.length > 0 && (
          <span className="mt-1 block font-medium">
            {plural(entries.length, {
              one: '{count} change waits on this device',
              other: '{count} changes wait on this device',
            })}
          </span>
        )}
      </Banner>
    </div>
  )
}
