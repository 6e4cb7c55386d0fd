import { CalendarCheck, CreditCard, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { slots } from '#shared/rules/slots.ts'
import { formatSlot } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { Mark } from '#client/ui/mark.tsx'
import type { PublicBusiness } from './public-business.ts'
import { PublicFooter } from './public-footer.tsx'

const primary =
  'inline-flex min-h-13 items-center justify-center rounded-control bg-ink px-6 text-lg font-semibold text-paper hover:bg-ink/88'

/** The front door. Plain links only, so that it works before any script has arrived. */
export function LandingPage({ business }: { business: PublicBusiness }) {
  return (
    <div className="mx-auto max-w-wide px-4 sm:px-6">
      <header className="flex min-h-18 items-center justify-between gap-4">
        <span className="flex items-center gap-3">
          <Mark className="size-9" />
          <span>
            <span className="block text-lg leading-tight font-semibold">{business.brandName}</span>
            <span className="block text-sm text-soft">{business.tagline}</span>
          </span>
        </span>
        <a href="/api/auth/login" className="inline-flex min-h-11 items-center px-2 font-semibold">
          {t('Sign In')}
        </a>
      </header>

      <section className="grid items-center gap-10 py-10 lg:grid-cols-[7fr_5fr] lg:py-20">
        <div>
          <h1 className="text-4xl">{t('An oil change where your car is parked.')}</h1>
          <p className="mt-4 max-w-140 text-lg text-soft">
            {t(
              'Pick a time, leave the key, go on with your day. A technician comes to your home or office with the right oil for your engine.',
            )}
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a href="/api/auth/login" className={primary}>
              {t('Get Started - Sign In')}
            </a>
          </div>
          <p className="mt-5 text-sm text-soft">{business.claims}</p>
        </div>
        <NextDays openDays={business.openDays} />
      </section>

      <section aria-label={t('Why people book')} className="grid gap-4 md:grid-cols-3">
        <Feature icon={<CalendarCheck />} title={t('30-Second Booking')}>
          {t(
            'Car, time, address. We know the oil your engine needs and the price before you book.',
          )}
        </Feature>
        <Feature icon={<MapPin />} title={t('We Find You')}>
          {t('At home, at work, anywhere a van can park. You do not have to be there.')}
        </Feature>
        <Feature icon={<CreditCard />} title={t('Auto-Pay')}>
          {t(
            'We hold the amount on your card and charge it after the service. No cash or cards at the door.',
          )}
        </Feature>
      </section>

      <section className="py-14 lg:py-20">
        <h2 className="text-2xl">{t('How It Works')}</h2>
        <ol className="mt-6 grid gap-x-8 gap-y-6 md:grid-cols-3">
          <Step number={1} title={t('Book Online')}>
            {t('Choose one of five times a day. Your account is made when you first sign in.')}
          </Step>
          <Step number={2} title={t('Get Service')}>
            {t('We message you on the way, change oil and filter and check eight points.')}
          </Step>
          <Step number={3} title={t('Pay Automatically')}>
            {t('The final amount is charged when the work is done, and the receipt is yours.')}
          </Step>
        </ol>
      </section>
      <PublicFooter business={business} />
    </div>
  )
}

/** The next bookable days; the marks are filled from live availability once the script has run. */
function NextDays({ openDays }: { openDays: string }) {
  return (
    <aside className="rounded-card border border-line bg-card p-5 shadow-float sm:p-6">
      <h2 className="text-lg">{t('Next free times')}</h2>
      <p className="text-sm text-soft">{t('Open {days}', { days: openDays })}</p>
      <ol data-next-days className="mt-4 min-h-48 divide-y divide-line" aria-live="polite">
        {slots.slice(0, 4).map((slot) => (
          <li key={slot.number} className="flex min-h-12 items-center text-soft">
            {formatSlot(slot.label)}
          </li>
        ))}
      </ol>
    </aside>
  )
}

function Feature({ icon, title, children }: { icon: ReactNode; title: string; children: string }) {
  return (
    <div className="rounded-card border border-line bg-card p-5">
      <span aria-hidden="true" className="text-amber">
        {icon}
      </span>
      <h2 className="mt-3 text-lg">{title}</h2>
      <p className="mt-1 text-soft">{children}</p>
    </div>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: string }) {
  return (
    <li className="border-t-2 border-oil pt-4">
      <span aria-hidden="true" className="font-mono text-sm text-soft">
        {number}/3
      </span>
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 text-soft">{children}</p>
    </li>
  )
}
