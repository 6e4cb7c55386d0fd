import { useLocation } from 'wouter'
import { paths } from '#shared/rules/paths.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useWrite } from '#client/app/queries.ts'
import { beSignedIn } from '#client/app/session.ts'
import { Anchor } from '#client/ui/anchor.tsx'
import type { User } from '#shared/contract/accounts.ts'
import { roles } from '#shared/rules/roles.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { t, translate } from '#shared/texts/t.ts'

interface DemoBannerProps {
  user: User | null
  /** Where a visitor goes on once signed in. */
  nextPage: () => string
}

/** Says that nothing here is real, and changes sides with one press. */
export default function DemoBanner({ user, nextPage }: DemoBannerProps) {
  const [, go] = useLocation()
  const signIn = useWrite('POST /api/auth/demo', {
    onSuccess: (person) => {
      beSignedIn(person)
      go(user ? paths.home : nextPage())
    },
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <aside data-demo-banner aria-label={t('Demo')} className="bg-[#14181f] text-sm text-[#faf8f5]">
      <div className="mx-auto flex min-h-11 max-w-wide flex-wrap items-center justify-between gap-x-2 px-4 max-[22rem]:px-3 max-[22rem]:tracking-tight sm:px-6">
        <p>
          <strong className="text-oil">{t('Demo')}</strong>
          <span className="max-lg:sr-only">
            {' '}
            {t('Sample data. We email nobody and charge nothing.')}
          </span>
        </p>
        <div className="contents sm:flex sm:items-center sm:gap-x-2">
          <span className="max-lg:sr-only">{t('Look around as')}</span>
          {roles.map((role) => (
            <button
              key={role}
              type="button"
              aria-pressed={user?.role === role}
              onClick={() => signIn.mutate({ body: { role } })}
              className="min-h-11 font-semibold underline-offset-4 hover:underline aria-pressed:text-oil sm:px-2"
            >
              {translate(statusLabel(role))}
            </button>
          ))}
          <Anchor
            href={paths.sentMail}
            className="inline-flex min-h-11 items-center underline underline-offset-4 sm:px-2"
          >
            {t('Outbox')}
          </Anchor>
        </div>
      </div>
    </aside>
  )
}
