import type { ComponentProps, ElementType } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { type Role, roles } from '#shared/rules/roles.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { t, translate } from '#shared/texts/t.ts'

interface DemoBarProps {
  /** Props that make a role's button sign in. */
  button: (role: Role) => ComponentProps<'button'> & { 'data-demo-role'?: Role }
  link?: ElementType<{ href: string; className: string }>
}

/** The demo's bar: explains the sample data and signs in as any role. */
export const DemoBar = ({ button, link: Link = 'a' }: DemoBarProps) => (
  <aside data-demo-banner aria-label={t('Demo')} className="bg-[#14181f] text-sm text-[#faf8f5]">
    <div className="mx-auto flex min-h-11 max-w-wide flex-wrap items-center justify-between gap-x-2 px-4 max-[22rem]:px-3 max-[22rem]:tracking-tight sm:px-6">
      <p>
        <strong className="text-oil">{t('Demo')}</strong>
        <span className="max-lg:sr-only">
          {' '}
          {t('Sample data, and nothing is charged. The outbox has every e-mail and text.')}
        </span>
      </p>
      <div className="contents sm:flex sm:items-center sm:gap-x-2">
        <span className="max-lg:sr-only">{t('Look around as')}</span>
        {roles.map((role) => (
          <button
            key={role}
            type="button"
            {...button(role)}
            className="min-h-11 font-semibold underline-offset-4 hover:underline aria-pressed:text-oil sm:px-2"
          >
            {translate(statusLabel(role))}
          </button>
        ))}
        <Link
          href={paths.sentMail}
          className="inline-flex min-h-11 items-center underline underline-offset-4 sm:px-2"
        >
          {t('Outbox')}
        </Link>
      </div>
    </div>
  </aside>
)
