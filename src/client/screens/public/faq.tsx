import type { ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'
import { Given } from './given.tsx'
import type { PublicBusiness } from './public-business.ts'

/** What people ask before they book. Says only what the product does. */
export function Faq({ business }: { business: PublicBusiness }) {
  return (
    <section id="faq" className="scroll-mt-6">
      <h2>{t('Frequently asked questions')}</h2>
      <div className="mt-3 divide-y divide-line border-y border-line">
        <Question title={t('Do I need an account?')}>
          <Given
            business={business}
            fact="cardPayments"
            otherwise={t(
              'No. Quick Book confirms your visit with a code by e-mail, and sends you a link to follow it. With an account, we remember your cars and addresses.',
            )}
          >
            {t(
              'No. Quick Book confirms your visit with a code by e-mail, and sends you a link to follow it and to pay. With an account, we remember your cars and addresses.',
            )}
          </Given>
        </Question>
        <Question title={t('What does it cost?')}>
          {t(
            'You see the price of each package before you book. If the technician adds something, such as another quart of oil, it is listed with its price.',
          )}
        </Question>
        <Question title={t('When do I pay?')}>
          <Given business={business} fact="cardPayments" otherwise={t('After the service.')}>
            {t(
              'After the service. You can have the amount held on your card beforehand; it is reserved, not charged, until the work is done.',
            )}
          </Given>
        </Question>
        <Question title={t('Do I have to be there?')}>
          {t(
            'No, as long as the technician can get to the car and its key. Tell us how when you book: gate code, parking spot, key.',
          )}
        </Question>
        <Question title={t('Which oil do you use?')}>
          {t(
            'The one your engine calls for. We look it up by the VIN, or by make, model and year, and the technician checks it at the car.',
          )}
        </Question>
        <Question title={t('Can I cancel?')}>
          <Given
            business={business}
            fact="cardPayments"
            otherwise={t(
              'Yes, until the service starts: under Orders, or with the link in your e-mail.',
            )}
          >
            {t(
              'Yes, until the service starts: under Orders, or with the link in your e-mail. We then release any amount held on your card.',
            )}
          </Given>
        </Question>
      </div>
    </section>
  )
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="py-1">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">{title}</summary>
      <p className="mt-0! pb-3">{children}</p>
    </details>
  )
}
