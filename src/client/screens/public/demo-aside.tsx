import { paths } from '#shared/rules/paths.ts'
import { roles } from '#shared/rules/roles.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Says on the public pages of the demo that nothing is real; a script makes the buttons sign in. */
export const DemoAside = () => (
  <aside aria-label={t('Demo')} className="bg-[#14181f] text-sm text-[#faf8f5]">
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
            data-demo-role={role}
            className="min-h-11 font-semibold underline-offset-4 hover:underline sm:px-2"
          >
            {translate(statusLabel(role))}
          </button>
        ))}
        <a
          href={paths.sentMail}
          className="inline-flex min-h-11 items-center underline underline-offset-4 sm:px-2"
        >
          {t('Outbox')}
        </a>
      </div>
    </div>
  </aside>
)
