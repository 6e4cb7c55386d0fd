import { LanguageLinks } from '#client/app/language-links.tsx'
import { t } from '#shared/texts/t.ts'
import { Given } from './given.tsx'
import type { PublicBusiness } from './public-business.ts'

const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'

interface PublicFooterProps {
  business: PublicBusiness
  /** Where it stands. */
  path: string
}

export function PublicFooter({ business, path }: PublicFooterProps) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line py-5 text-sm text-soft">
      <p className="flex flex-wrap items-center gap-x-6">
        <span>
          {business.brandName}
          <Given business={business} fact="openDays">
            {' · '}
            {t('Open {days}', { days: business.openDays })}
          </Given>
        </span>
        <Given business={business} fact="supportPhone">
          <a className={link} href={`tel:${business.supportDialed}`}>
            {business.supportPhone}
          </a>
        </Given>
      </p>
      <nav aria-label={t('Footer')} className="flex flex-wrap gap-x-6">
        <a className={link} href="/terms">
          {t('Terms')}
        </a>
        <a className={link} href="/privacy">
          {t('Privacy')}
        </a>
        <a className={link} href="/contact">
          {t('Contact')}
        </a>
        <LanguageLinks next={path} className={link} />
      </nav>
    </footer>
  )
}
