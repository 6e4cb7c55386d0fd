import type { JobRow } from '#server/reads/job-row.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { linkDays } from '#shared/rules/guest-links.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import type { MailContent } from './consequence-types.ts'
import type { Recipient } from './recipients.ts'

type Framed = { subject: string; body: string; replyTo?: string }

type Reader = Pick<Recipient, 'firstName'> & {
  isGuest: boolean
  /** Link to switch off such mails; missing for those sent to everyone. */
  unsubscribe?: string | undefined
}

/** An e-mail to a customer about a visit: greeting, paragraphs, and a contact. */
export function visitMail(
  job: JobRow,
  { firstName, isGuest, unsubscribe }: Reader,
  { subject, paragraphs }: MailContent,
): Framed {
  const { brandName } = currentSettings()
  const number = jobNumber(job.number)
  const isLate = now().getTime() > job.startsAt.getTime() + linkDays * 86_400_000
  const body = [
    firstName ? t('Hello {name},', { name: firstName }) : t('Hello,'),
    ...paragraphs,
    ...(isGuest
      ? [
          isLate
            ? t(
                "You don't need an account for this. Anyone with the link can do the same, so please keep it to yourself.",
              )
            : t(
                "You don't need an account for this. Anyone with the link can do the same, so please keep it to yourself. It works until {days} days after the visit.",
                { days: linkDays },
              ),
        ]
      : []),
    supportContact(number),
    brandName,
    ...(unsubscribe
      ? [t('Unsubscribe from e-mails like this: {link}', { link: unsubscribe })]
      : []),
  ].join('\n\n')
  return { subject: `${brandName} ${number}: ${subject}`, body }
}

function supportContact(number: string): string {
  const { supportPhone: phone, supportEmail: email } = currentSettings()
  if (phone && email)
    return t('Questions? Call {phone} or write to {email} and mention {number}.', {
      phone,
      email,
      number,
    })
  if (phone) return t('Questions? Call {phone} and mention {number}.', { phone, number })
  if (email) return t('Questions? Write to {email} and mention {number}.', { email, number })
  const link = siteAddress() + paths.contact
  return t('Questions? Write to us at {link} and mention {number}.', { link, number })
}

/** A mail that is not about one visit. */
export const plainMail = ({ subject, paragraphs, replyTo }: MailContent): Framed => ({
  subject,
  body: paragraphs.join('\n\n'),
  ...(replyTo && { replyTo }),
})
