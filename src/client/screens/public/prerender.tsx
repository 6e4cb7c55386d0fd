import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Mark } from '#client/ui/mark.tsx'
import { ContactPage } from './contact.tsx'
import { LandingPage } from './landing-page.tsx'
import { PrivacyPage } from './privacy.tsx'
import { placeholders } from './public-business.ts'
import { PublicFooter } from './public-footer.tsx'
import { TermsPage } from './terms.tsx'

/** The public pages as HTML, by the name of their path; brand and hours are still placeholders. */
export function renderPublicPages(): Record<string, string> {
  const business = placeholders
  return {
    landing: renderToStaticMarkup(
      <main id="main">
        <LandingPage business={business} />
      </main>,
    ),
    terms: framed(<TermsPage business={business} />),
    privacy: framed(<PrivacyPage business={business} />),
    contact: framed(<ContactPage business={business} />),
  }
}

function framed(page: ReactNode): string {
  return renderToStaticMarkup(
    <div className="mx-auto flex min-h-dvh max-w-wide flex-col px-4 sm:px-6">
      <header className="flex min-h-15 items-center">
        <a href="/" className="flex min-h-11 items-center gap-2.5 text-lg font-semibold">
          <Mark />
          {placeholders.brandName}
        </a>
      </header>
      <main id="main" className="flex-1">
        {page}
      </main>
      <PublicFooter business={placeholders} />
    </div>,
  )
}
