import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ContactPage } from './contact.tsx'
import { LandingPage } from './landing-page.tsx'
import { PrivacyPage } from './privacy.tsx'
import { placeholders } from './public-business.ts'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
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
    <div className="mx-auto flex w-full max-w-wide flex-1 flex-col px-4 sm:px-6">
      <PublicHeader business={placeholders} />
      <main id="main" className="flex-1">
        {page}
      </main>
      <PublicFooter business={placeholders} />
    </div>,
  )
}
