import { useLocation } from 'wouter'
import { paths } from '#client/app/paths.ts'
import { useWrite } from '#client/app/queries.ts'
import { beSignedIn } from '#client/app/session.ts'
import { Anchor } from '#client/ui/anchor.tsx'
import { toast } from '#client/ui/toast.ts'
import type { User } from '#shared/contract/accounts.ts'
import { type Role, roles } from '#shared/rules/roles.ts'
import { statusLabel } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** Says that nothing here is real, and changes sides with one press. */
export function DemoBanner({ user }: { user: User | null }) {
  const [, go] = useLocation()
  const signIn = useWrite('POST /api/auth/demo', {
    onSuccess: (person) => {
      beSignedIn(person)
      go(paths.home)
    },
    onError: (error) => toast({ title: t('Error'), description: error.message, destructive: true }),
  })
  const enter = (role: Role) => signIn.mutate({ body: { role } })
  return (
    <aside aria-label={t('Demo')} className="bg-ink text-sm text-paper">
      <div className="mx-auto flex min-h-11 max-w-wide flex-wrap items-center gap-x-4 px-4 sm:px-6">
        <p className="py-2">
          <strong className="text-oil">{t('Demo')}</strong>
          <span className="max-sm:hidden"> {t('Sample data. Nothing is mailed or charged.')}</span>
        </p>
        <div className="flex flex-1 flex-wrap items-center justify-end gap-x-1">
          <span className="max-sm:sr-only">{t('Look around as')}</span>
          {roles.map((role) => (
            <button
              key={role}
              type="button"
              aria-pressed={user?.role === role}
              onClick={() => enter(role)}
              className="min-h-11 rounded-chip px-2 font-semibold underline-offset-4 hover:underline aria-pressed:text-oil"
            >
              {statusLabel(role)}
            </button>
          ))}
          <Anchor
            href={paths.outbox}
            className="inline-flex min-h-11 items-center px-2 underline underline-offset-4"
          >
            {t('Outbox')}
          </Anchor>
        </div>
      </div>
    </aside>
  )
}
