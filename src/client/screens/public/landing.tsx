import { CalendarCheck, CreditCard, MapPin } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import { DipstickDrawing } from './dipstick-drawing.tsx'
import { IfSet } from './prerender-marks.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { showLiveParts } from './landing-script.ts'
import type { PublicBusiness } from './public-business.ts'
import { PublicFooter, PublicHeader } from './public-frame.tsx'
import { WithBusiness } from './text-page.tsx'
import { ZipCheck } from './zip-check.tsx'
import { enableZipCheck } from './zip-check-script.ts'

/** For users whose session ended while the app was open. */
export default function Landing() {
  return <WithBusiness>{(business) => <Live business={business} />}</WithBusiness>
}

function Live({ business }: { business: PublicBusiness }) {
  useEffect(showLiveParts, [])
  useEffect(enableZipCheck, [])
  return <LandingPage business={business} />
}

/** The landing page. Plain links, so that it works before scripts load. */
export function LandingPage({ business }: { business: PublicBusiness }) {
  return (
    <div className="mx-auto max-w-wide px-4 sm:px-6">
      <PublicHeader business={business} tagline />

      <section className="grid items-center gap-x-14 gap-y-10 pt-8 pb-14 sm:pt-12 lg:grid-cols-[7fr_6fr] lg:py-16">
        <div>
          <h1 className="text-4xl wrap-anywhere">
            <IfSet
              business={business}
              fact="headline"
              otherwise={t('An oil change where your car is parked.')}
            >
              {business.headline}
            </IfSet>
          </h1>
          <p className="mt-4 max-w-136 text-lg wrap-anywhere whitespace-pre-line text-soft">
            <IfSet
              business={business}
              fact="introduction"
              otherwise={t(
                'Pick a time, leave the key, go on with your day. A technician comes to your home or office with the right oil for your engine.',
              )}
            >
              {business.introduction}
            </IfSet>
          </p>
          <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
            <a
              href="/api/auth/login"
              className="inline-flex min-h-13 items-center justify-center rounded-control bg-ink px-6 text-lg font-semibold text-paper hover:bg-ink/88 max-sm:w-full"
            >
              {t('Get Started - Sign In')}
            </a>
            <a
              href="/guest-booking"
              className="inline-flex min-h-13 items-center justify-center rounded-control border border-edge/60 bg-card px-4 text-center font-semibold hover:border-edge hover:bg-sunken max-sm:w-full"
            >
              {t('Quick Book (No Account Needed!)')}
            </a>
            <IfSet business={business} fact="prices">
              <a href="#prices" className="flex min-h-11 flex-col justify-center leading-snug">
                <span data-from-price className="font-semibold">
                  {t('Fixed prices')}
                </span>
                <span className="text-sm text-soft underline decoration-edge underline-offset-4">
                  {t('See all prices')}
                </span>
              </a>
            </IfSet>
          </div>
          <IfSet business={business} fact="openDays">
            <ZipCheck />
          </IfSet>
        </div>
        <NextDays business={business} />
      </section>

      <IfSet business={business} fact="claims" otherwise={<hr className="border-line" />}>
        <p className="border-y border-line py-4 text-soft max-md:text-balance md:text-center">
          {business.claims}
        </p>
      </IfSet>

      <section aria-label={t('Why people book')} className="grid gap-x-10 py-12 md:grid-cols-3">
        <Feature icon={<CalendarCheck />} title={t('30-Second Booking')}>
          {t(
            'Car, time, address. We know the oil your engine needs and the price before you book.',
          )}
        </Feature>
        <Feature icon={<MapPin />} title={t('We Find You')}>
          {t("At home, at work, anywhere a van can park. You don't have to be there.")}
        </Feature>
        <IfSet
          business={business}
          fact="cardPayments"
          otherwise={
            <Feature icon={<CreditCard />} title={t('Pay Afterwards')}>
              {t('You see the price before you book and pay once the work is done.')}
            </Feature>
          }
        >
          <Feature icon={<CreditCard />} title={t('Auto-Pay')}>
            <IfSet
              business={business}
              fact="paysDirectly"
              otherwise={t(
                'We hold the amount on your card and charge it after the service. No cash or cards at the door.',
              )}
            >
              {t('We hold the amount on your card and charge it after the service.')}
            </IfSet>
          </Feature>
        </IfSet>
      </section>

      <IfSet business={business} fact="prices">
        <Prices business={business} />
      </IfSet>
      <HowItWorks business={business} />
      <People />
      <PublicFooter business={business} path={paths.home} />
    </div>
  )
}

/** Hidden until the script finds reviews or technicians. */
function People() {
  return (
    <>
      <section hidden className="border-t border-line py-12">
        <h2 className="text-2xl">{t('What customers say')}</h2>
        <ul data-reviews className="mt-5 grid items-start gap-4 md:grid-cols-3" />
      </section>
      <section hidden className="border-t border-line py-12">
        <h2 className="text-2xl">{t('Meet your technicians')}</h2>
        <ul data-team className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3" />
      </section>
    </>
  )
}

/** The next bookable days; the script fills in live availability. */
function NextDays({ business }: { business: PublicBusiness }) {
  return (
    <aside className="overflow-hidden rounded-card border border-line bg-card shadow-float">
      <div className="border-b border-line bg-sunken bg-[linear-gradient(var(--line)_1px,transparent_1px),linear-gradient(90deg,var(--line)_1px,transparent_1px)] bg-size-[16px_16px] bg-position-[8px_8px] px-3 py-4 sm:px-6 sm:py-6">
        <DipstickDrawing />
      </div>
      <div className="px-5 pt-4 pb-3 sm:px-6">
        <IfSet
          business={business}
          fact="openDays"
          otherwise={
            <p className="pb-2">
              {t('We are just getting started.')}{' '}
              <a className="font-medium underline" href="/contact">
                {t('Contact us')}
              </a>
            </p>
          }
        >
          <FreeTimes openDays={business.openDays} />
        </IfSet>
      </div>
    </aside>
  )
}

function FreeTimes({ openDays }: { openDays: string }) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{t('Next available times')}</h2>
        <p className="text-sm text-soft">{t('Open {days}', { days: openDays })}</p>
      </div>
      {/* Shown when they cannot be loaded. */}
      <p data-times-unknown className="hidden noscript:block">
        {t('You see the available times when you book.')}
      </p>
      {/* Shown when there are no free times. */}
      <p hidden data-no-times>
        {t('There are no times available at the moment.')}{' '}
        <a className="font-medium underline" href="/contact">
          {t('Contact us')}
        </a>
      </p>
      {/* Reserves the height of four full days, to avoid layout shift. */}
      <ol
        data-next-days
        className="mt-1 min-h-[16.0625rem] divide-y divide-line max-[25.6rem]:min-h-[19.8125rem] max-[22.4rem]:min-h-84"
        aria-live="polite"
      >
        {Array.from({ length: 4 }, (_, row) => (
          <li key={row} aria-hidden="true" className="py-2 noscript:hidden">
            <Skeleton lines={2} />
          </li>
        ))}
      </ol>
    </>
  )
}

function Feature({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <div className="flex gap-4 py-3">
      <span
        aria-hidden="true"
        className="flex size-11 flex-none items-center justify-center rounded-full bg-amber-wash text-amber"
      >
        {icon}
      </span>
      <div>
        <h2 className="text-lg">{title}</h2>
        <p className="mt-1 text-soft">{children}</p>
      </div>
    </div>
  )
}

/** Filled with the packages on sale; the built text is for browsers without scripts. */
function Prices({ business }: { business: PublicBusiness }) {
  return (
    <section
      id="prices"
      className="grid scroll-mt-6 gap-x-14 gap-y-4 border-t border-line py-12 lg:grid-cols-[5fr_8fr] lg:py-16"
    >
      <div>
        <h2 className="text-2xl">{t('What it costs')}</h2>
        <p className="mt-2 max-w-96 text-soft">
          {t(
            'We suggest the oil that fits your engine; you see the price before you book and pay after the service.',
          )}
        </p>
        <IfSet business={business} fact="salesTax">
          <p className="mt-2 max-w-96 text-soft">{t('Sales tax comes on top of these prices.')}</p>
        </IfSet>
      </div>
      {/* Reserves the height of the four default packages, to avoid layout shift. */}
      <ul
        data-prices
        className="min-h-[20.6875rem] divide-y divide-line max-sm:min-h-[26.6875rem] max-[22.4rem]:min-h-[34.1875rem]"
        aria-live="polite"
      >
        <li className="py-4 text-soft">{t('Sign in and choose your car to see its price.')}</li>
      </ul>
    </section>
  )
}
