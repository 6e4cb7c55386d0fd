import { t } from '#shared/texts/t.ts'
import { Mark } from '#client/brand/mark.tsx'
import type { PublicBusiness } from './public-business.ts'

/** The bar of the public pages: who this is, and the way in. */
export function PublicHeader({
  business,
  tagline,
}: {
  business: PublicBusiness
  tagline?: boolean
}) {
  return (
    <header className="flex min-h-18 items-center justify-between gap-2">
      <a href="/" className="flex min-h-11 items-center gap-3">
        <Mark className="size-9" />
        <span>
          <span className="block text-lg leading-tight font-semibold">{business.brandName}</span>
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
