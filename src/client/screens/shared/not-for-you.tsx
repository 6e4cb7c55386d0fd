import { DoorClosed } from 'lucide-react'
import { describeAudience } from '#client/app/routing.ts'
import { personName } from '#client/app/person-name.ts'
import { usePerson, useSession } from '#client/app/session.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { paths } from '#shared/rules/paths.ts'
import type { Role } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'

/** Replaces another role's page: names its audience and the signed-in person. */
export default function NotForYou({ roles }: { roles: readonly Role[] }) {
  const name = personName(usePerson())
  const hasEnded = useSession().state === 'ended'
  return (
    <div className="mx-auto max-w-column pt-10">
      <EmptyState
        page
        icon={<DoorClosed />}
        title={describeAudience(roles)}
        text={
          hasEnded
            ? t('You were signed in as {name}.', { name })
            : t('You are signed in as {name}.', { name })
        }
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
