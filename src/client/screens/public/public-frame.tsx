import { t } from '#shared/texts/t.ts'
import { Mark } from '#client/brand/brand.tsx'
import { IfSet } from './prerender-marks.tsx'
import type { PublicBusiness } from './public-business.ts'
import { LanguageLinks } from '#client/app/language-links.tsx'

/** Header of the public pages: brand and sign-in. */
export function PublicHeader({
  business,
  tagline,
}: {
  business: PublicBusiness
  tagline?: boolean
}) {
  const style = 'block text-lg leading-tight font-semibold'
  const name = (
    <IfSet
      business={business}
      fact="logo"
      otherwise={<span className={style}>{business.brandName}</span>}
    >
      <span aria-hidden="true" className={style}>
        {business.brandName}
      </span>
    </IfSet>
  )
  return (
    <header className="flex min-h-18 items-center justify-between gap-2">
      <a href="/" className="flex min-h-11 min-w-0 items-center gap-3">
        <IfSet business={business} fact="logo" otherwise={<Mark className="size-9 flex-none" />}>
          <img
            src={business.logo}
            // Otherwise React preloads it, even without a logo.
            fetchPriority="low"
            alt={business.brandName}
            width={business.logoWidth}
            height={business.logoHeight}
            data-logo={business.logoGround}
            className="h-10 w-auto max-w-[min(13rem,50vw)] min-w-0 object-contain object-left"
          />
        </IfSet>
        <span>
          <IfSet business={business} fact="wideLogo" otherwise={name}>
            {null}
          </IfSet>
          {tagline && (
            <span className="block text-sm text-soft max-sm:tracking-tight">
              {business.tagline}
            </span>
          )}
        </span>
      </a>
      <a
        href="/api/auth/login"
        className="inline-flex min-h-11 items-center rounded-control border border-edge/60 bg-card px-4 font-semibold whitespace-nowrap hover:border-edge hover:bg-sunken"
      >
        {t('Sign In')}
      </a>
    </header>
  )
}

const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:underline'

export function PublicFooter({ business, path }: { business: PublicBusiness; path: string }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line py-5 text-sm text-soft">
      <p className="flex flex-wrap items-center gap-x-6">
        <span>
          {business.brandName}
          <IfSet business={business} fact="openDays">
            {' · '}
            {t('Open {days}', { days: business.openDays })}
          </IfSet>
        </span>
        <IfSet business={business} fact="supportPhone">
          <a className={link} href={`tel:${business.supportDialed}`}>
            {business.supportPhone}
          </a>
        </IfSet>
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
