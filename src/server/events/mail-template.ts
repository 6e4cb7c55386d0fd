import type { JobRow } from '#server/features/jobs/queries.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { linkDays } from '#shared/rules/guest-links.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'
import type { MailContent } from './consequence-types.ts'
import type { Recipient } from './recipients.ts'

type Framed = { subject: string; body: string; replyTo?: string }

/** An e-mail to a customer about a visit: greeting, the paragraphs, and whom to ask. */
export function visitMail(
  job: JobRow,
  { firstName, isGuest }: Pick<Recipient, 'firstName'> & { isGuest: boolean },
  { subject, paragraphs }: MailContent,
): Framed {
  const { brandName, supportEmail, supportPhone } = currentSettings()
  const number = jobNumber(job.number)
  const body = [
    firstName ? t('Hello {name},', { name: firstName }) : t('Hello,'),
    ...paragraphs,
    ...(isGuest
      ? [
          t(
            "You don't need an account for this. Anyone with the link can do the same, so please keep it to yourself. It works until {days} days after the visit.",
            { days: linkDays },
          ),
        ]
      : []),
    t('Questions? Call {phone} or write to {email} and mention {number}.', {
      phone: supportPhone,
      email: supportEmail,
      number,
    }),
    brandName,
  ].join('\n\n')
  return { subject: `${brandName} ${number}: ${subject}`, body }
}

/** A mail that is not about one visit. */
export const plainMail = ({ subject, paragraphs, replyTo }: MailContent): Framed => ({
  subject,
  body: paragraphs.join('\n\n'),
  ...(replyTo && { replyTo }),
})
