import { t } from '#shared/texts/t.ts'
import type { PublicBusiness } from './public-business.ts'
import { TextPage } from './text-page.tsx'
import { usePublicBusiness } from './use-public-business.ts'

export default function Contact() {
  return <ContactPage business={usePublicBusiness()} />
}

export function ContactPage({ business }: { business: PublicBusiness }) {
  const { supportEmail, supportPhone, openDays } = business
  const link = 'font-medium text-ink underline decoration-edge underline-offset-4'
  return (
    <TextPage title={t('Contact')}>
      <h2>{t('Service hours')}</h2>
      <p>{t('{days}, 8:00 AM to 5:00 PM', { days: openDays })}</p>
      <h2>{t('E-mail')}</h2>
      <p>
        <a className={link} href={`mailto:${supportEmail}`}>
          {supportEmail}
        </a>
        <br />
        {t("We'll get back to you within 24 hours.")}
      </p>
      <h2>{t('Phone')}</h2>
      <p>
        <a className={link} href={`tel:${supportPhone}`}>
          {supportPhone}
        </a>
      </p>
    </TextPage>
  )
}
