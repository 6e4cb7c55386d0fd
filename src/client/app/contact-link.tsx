import { paths } from '#shared/rules/paths.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { t } from '#shared/texts/t.ts'
import { useBusiness } from './session.ts'

/** How one writes to the office: by its e-mail, where it has said one, else by the form of the contact page. */
export function ContactLink() {
  const { supportEmail } = useBusiness()
  if (!supportEmail) return <TextLink href={paths.contact}>{t('Contact us')}</TextLink>
  return <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
}
