import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '#shared/rules/paths.ts'
import { setLanguage, t, type Translation } from '#shared/texts/t.ts'
import { ContactPage } from './contact.tsx'
import { DemoBar } from '../shared/demo-bar.tsx'
import { LandingPage } from './landing.tsx'
import { PrivacyPage } from './privacy.tsx'
import { placeholders, placeholders as business } from './public-business.ts'
import { PublicFooter, PublicHeader } from './public-frame.tsx'
import { TermsPage } from './terms.tsx'
import { Mark } from '#client/brand/brand.tsx'
import { IfSet } from './prerender-marks.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'

/** The public pages as HTML by name, with placeholders for brand and hours. */
export async function renderPublicPages(
  code: string,
  translation: Translation,
): Promise<Record<string, string>> {
  await setLanguage(code, async () => translation)
  const business = placeholders
  return {
    landing: whole(
      <main id="main">
        <LandingPage business={business} />
      </main>,
    ),
    terms: whole(framed(paths.terms, <TermsPage business={business} />)),
    privacy: whole(framed(paths.privacy, <PrivacyPage business={business} />)),
    contact: whole(framed(paths.contact, <ContactPage business={business} />)),
  }
}

export const renderFirstFrame = (named: boolean): string =>
  renderToStaticMarkup(<FirstFrame named={named} />)

/** With the skip link and the demo bar before each page. */
const whole = (page: ReactNode): string =>
  [
    renderToStaticMarkup(
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-ink px-4 py-2.5 font-semibold text-paper focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>,
    ),
    `<!--demo-->${renderToStaticMarkup(<DemoBar button={(role) => ({ 'data-demo-role': role })} />)}<!--/demo-->`,
    renderToStaticMarkup(page),
  ].join('\n')

const framed = (path: string, page: ReactNode) => (
  <div className="mx-auto flex w-full max-w-wide flex-1 flex-col px-4 sm:px-6">
    <PublicHeader business={placeholders} />
    <main id="main" className="flex-1">
      {page}
    </main>
    <PublicFooter business={placeholders} path={path} />
  </div>
)

/** The document before the app's script runs: the shape of a page with the brand. Rendered at build time. */
function FirstFrame({ named }: { named: boolean }) {
  return (
    <div aria-hidden="true">
      {named && '%?demo%'}
      {named && <div className="h-11 bg-[#14181f]" />}
      {named && '%:demo%%/demo%'}
      <div className="border-b border-line">
        <div className="mx-auto flex min-h-15 max-w-wide items-center gap-2.5 px-4 font-semibold sm:px-6">
          {named && <Named />}
        </div>
      </div>
      <div className="px-4 pt-6 sm:px-6">
        <PageSkeleton />
      </div>
    </div>
  )
}

function Named() {
  const name = <span className="truncate text-lg">{business.brandName}</span>
  return (
    <IfSet
      business={business}
      fact="logo"
      otherwise={
        <>
          <Mark />
          {name}
        </>
      }
    >
      <img
        src={business.logo}
        // Otherwise React preloads it, even without a logo.
        fetchPriority="low"
        alt=""
        width={business.logoWidth}
        height={business.logoHeight}
        data-logo={business.logoGround}
        className="h-8 w-auto max-w-40 min-w-0 object-contain object-left"
      />
      <IfSet business={business} fact="wideLogo" otherwise={name}>
        {null}
      </IfSet>
    </IfSet>
  )
}
