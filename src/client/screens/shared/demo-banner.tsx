import { useLocation } from 'wouter'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useWrite } from '#client/app/queries.ts'
import { setSignedInUser } from '#client/app/session.ts'
import { Anchor } from '#client/ui/button.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { DemoBar } from './demo-bar.tsx'

interface DemoBannerProps {
  user: User | null
  nextPage: () => string
}

export default function DemoBanner({ user, nextPage }: DemoBannerProps) {
  const [, go] = useLocation()
  const signIn = useWrite('POST /api/auth/demo', {
    onSuccess: (person) => {
      setSignedInUser(person)
      go(user ? paths.home : nextPage())
    },
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <DemoBar
      link={Anchor}
      button={(role) => ({
        'aria-pressed': user?.role === role,
        onClick: () => signIn.mutate({ body: { role } }),
      })}
    />
  )
}
