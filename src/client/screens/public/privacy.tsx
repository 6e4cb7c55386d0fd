import { describeCookies } from '#shared/rules/describe-cookies.ts'
import { t } from '#shared/texts/t.ts'
import { IfSet, OwnText } from './prerender-marks.tsx'
import type { PublicBusiness } from './public-business.ts'
import { WithBusiness, PublicLink, TextPage } from './text-page.tsx'

export default function Privacy() {
  return <WithBusiness>{(business) => <PrivacyPage business={business} />}</WithBusiness>
}

export function PrivacyPage({ business }: { business: PublicBusiness }) {
  return (
    <TextPage title={t('Privacy')}>
      <OwnText business={business} list="privacy" otherwise={<OurPrivacy business={business} />} />
    </TextPage>
  )
}

function OurPrivacy({ business }: { business: PublicBusiness }) {
  return (
    <>
      <h2>{t('What we keep')}</h2>
      <p>
        {t(
          'Your name, e-mail and phone, your cars, the addresses you book for, your visits and payments. We need them to do the work and for our books.',
        )}
      </p>
      <IfSet business={business} fact="cardPayments">
        <h2>{t('Cards')}</h2>
        <p>
          {t(
            'Card numbers go straight from your browser to the card provider. We only see the brand and the last four digits.',
          )}
        </p>
      </IfSet>
      <h2>{t('Who sees it')}</h2>
      <p>
        {t(
          'The technician who comes to you sees your name, phone, address and car. No one else outside the office does.',
        )}{' '}
        {t('We may ask a map service where an address is; it gets only the address.')}
      </p>
      <h2>{t('Cookies')}</h2>
      <p>{t('We set these cookies, and none to track you:')}</p>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-soft">
        {describeCookies().map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h2>{t('Your data')}</h2>
      <p>
        {t(
          'On your profile page you can download everything we have stored about you, and delete your account. Visits and payments then stay in our books without your name.',
        )}
      </p>
      <h2>{t('Questions')}</h2>
      <p>
        <IfSet
          business={business}
          fact="supportEmail"
          otherwise={<PublicLink href="/contact">{t('Contact us')}</PublicLink>}
        >
          {t('Write to')}{' '}
          <PublicLink href={`mailto:${business.supportEmail}`}>{business.supportEmail}</PublicLink>.
        </IfSet>
      </p>
    </>
  )
}
