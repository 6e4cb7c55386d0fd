import { t } from '#shared/texts/t.ts'
import { IfSet, OwnText } from './prerender-marks.tsx'
import type { PublicBusiness } from './public-business.ts'
import { WithBusiness, PublicLink, TextPage } from './text-page.tsx'

export default function Terms() {
  return <WithBusiness>{(business) => <TermsPage business={business} />}</WithBusiness>
}

export function TermsPage({ business }: { business: PublicBusiness }) {
  return (
    <TextPage title={t('Terms of service')}>
      <OwnText business={business} list="terms" otherwise={<OurTerms business={business} />} />
    </TextPage>
  )
}

function OurTerms({ business }: { business: PublicBusiness }) {
  const brand = business.brandName
  return (
    <>
      <h2>{t('What we do')}</h2>
      <p>
        {t(
          '{brand} changes the engine oil and filter of your car at the address you give. You book a time window; a technician comes during it.',
          { brand },
        )}
      </p>
      <h2>{t('Price and payment')}</h2>
      <p>
        <IfSet
          business={business}
          fact="cardPayments"
          otherwise={t(
            'You see the price before you book. You pay after the service, together with extras that were added.',
          )}
        >
          {t(
            'You see the price before you book. When you pre-authorize a card, the amount is reserved and not charged; it is charged after the service, together with extras that were added. A reservation that is not used ends after seven days at the latest.',
          )}
        </IfSet>
      </p>
      <h2>{t('Changing and cancelling')}</h2>
      <p>
        <IfSet
          business={business}
          fact="cardPayments"
          otherwise={t('You can cancel before the service starts.')}
        >
          {t(
            'You can cancel before the service starts. We then release any amount reserved on your card.',
          )}
        </IfSet>{' '}
        <IfSet business={business} fact="fees">
          {business.fees}
        </IfSet>
      </p>
      <h2>{t('Your car and our work')}</h2>
      <p>
        {t(
          'Please park where a person can work safely beside the car. If something is not right with our work, please tell us:',
        )}{' '}
        <IfSet
          business={business}
          fact="supportEmail"
          otherwise={<PublicLink href="/contact">{t('Contact us')}</PublicLink>}
        >
          <PublicLink href={`mailto:${business.supportEmail}`}>{business.supportEmail}</PublicLink>
        </IfSet>
      </p>
    </>
  )
}
