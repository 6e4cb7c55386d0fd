import { TextLink } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { t } from '#shared/texts/t.ts'
import { useBusiness } from './session.ts'

/** Link to the office's e-mail address, or else the contact page. */
export function ContactLink() {
  const { supportEmail } = useBusiness()
  if (!supportEmail) return <TextLink href={paths.contact}>{t('Contact us')}</TextLink>
  return <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
}

export const EmailLink = ({ email }: { email: string }) => (
  <TextLink href={`mailto:${email}`}>
    <EmailAddress>{email}</EmailAddress>
  </TextLink>
)

/** Breaks before the @ where an address does not fit, and anywhere only if that is not enough. */
export function EmailAddress({ children }: { children: string }) {
  const [name, domain] = shownEmail(children).split('@')
  return (
    <span className="wrap-anywhere" translate="no" data-email>
      {name}
      <wbr />@{domain}
    </span>
  )
}
