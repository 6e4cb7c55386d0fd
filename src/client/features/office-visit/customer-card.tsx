import { Mail, MessageSquare, Phone } from 'lucide-react'
import { useShownPhone } from '#client/app/phone-number.tsx'
import { Card } from '#client/ui/card.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { missingDetails } from '#shared/rules/contact-details.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export function CustomerCard({ job: { customer, number } }: { job: Job }) {
  const { name, phone, email } = customer
  const shownPhone = useShownPhone(phone)
  const missing = missingDetails(customer)
  return (
    <Card title={t('Customer')} aria-label={t('Customer')}>
      <p className="text-lg font-semibold wrap-anywhere">
        {name || <span className="text-amber">{t('No name yet')}</span>}
      </p>
      {email && (
        <p className="wrap-anywhere">
          <TextLink href={mailTo(email, number)}>{email}</TextLink>
        </p>
      )}
      {phone && <p>{shownPhone}</p>}
      {missing.includes('phone') && <p className="text-amber">{t('No phone number yet')}</p>}
      <p className="mt-3 flex flex-wrap gap-2">
        {phone && (
          <>
            <LinkButton
              size="small"
              icon={<Phone />}
              href={paths.phone(phone)}
              aria-label={t('Call {phone}', { phone: shownPhone })}
            >
              {t('Call')}
            </LinkButton>
            <LinkButton
              size="small"
              icon={<MessageSquare />}
              href={paths.phone(phone, 'sms')}
              aria-label={t('Text {phone}', { phone: shownPhone })}
            >
              {t('Text')}
            </LinkButton>
          </>
        )}
        {email && (
          <LinkButton
            size="small"
            icon={<Mail />}
            href={mailTo(email, number)}
            aria-label={t('Write to {email}', { email })}
          >
            {t('Write')}
          </LinkButton>
        )}
      </p>
    </Card>
  )
}

/** With the visit's number, so replies can be told apart. */
const mailTo = (email: string, number: string) =>
  `mailto:${email}?subject=${encodeURIComponent(number)}`
