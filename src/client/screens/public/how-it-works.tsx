import { t } from '#shared/texts/t.ts'
import { IfSet } from './prerender-marks.tsx'
import type { PublicBusiness } from './public-business.ts'

/** Three steps along a dipstick, from MIN to the ring. */
export function HowItWorks({ business }: { business: PublicBusiness }) {
  return (
    <section className="border-t border-line py-12 lg:py-16">
      <h2 className="text-2xl">{t('How It Works')}</h2>
      <div className="relative mt-7">
        {/* Above the steps on a wide screen, beside them on a phone. */}
        <span
          aria-hidden="true"
          className="absolute rounded-full bg-oil max-md:inset-y-0 max-md:left-1 max-md:w-1.5 md:inset-x-0 md:top-1 md:h-1.5"
        >
          <span className="absolute size-5 rounded-full border-4 border-oil bg-paper max-md:-bottom-1 max-md:-left-[7px] md:-top-[7px] md:-right-1" />
        </span>
        <ol className="grid gap-x-8 gap-y-8 max-md:pl-9 md:grid-cols-3 md:pt-8">
          <Step title={t('Book Online')}>
            {t('Choose a day and a time. We create your account when you first sign in.')}
          </Step>
          <Step title={t('Get Service')}>
            {t(
              "We message you when we're on the way, change the oil and filter, and check eight points.",
            )}
          </Step>
          <IfSet
            business={business}
            fact="cardPayments"
            otherwise={
              <Step title={t('Pay Afterwards')}>
                {t('You pay the final amount once the work is done, and you get a receipt.')}
              </Step>
            }
          >
            <Step title={t('Pay Automatically')}>
              {t('We charge the final amount when the work is done, and you get a receipt.')}
            </Step>
          </IfSet>
        </ol>
      </div>
    </section>
  )
}

function Step({ title, children }: { title: string; children: string }) {
  return (
    <li className="relative">
      <span
        aria-hidden="true"
        className="absolute rounded-full bg-ink max-md:top-2 max-md:-left-9 max-md:h-[3px] max-md:w-3.5 md:-top-[34px] md:left-6 md:h-3.5 md:w-[3px]"
      />
      <h3 className="text-lg">{title}</h3>
      <p className="mt-1 max-w-96 text-soft">{children}</p>
    </li>
  )
}
