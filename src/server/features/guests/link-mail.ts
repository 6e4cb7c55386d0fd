import { currentSettings } from '#server/features/settings/queries.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { linkDays } from './link-days.ts'

/** The mail with the link by which a guest follows, pays and cancels a visit. */
export function linkMail(job: Job, to: string, link: string) {
  const { brandName, supportEmail, supportPhone } = currentSettings()
  const time = formatVisit(job.scheduledDate, job.scheduledTime, { long: true })
  const body = [
    job.needsConfirmation
      ? t(
          'We have your request for a visit on {time} and confirm it by phone or e-mail. Follow or cancel it here:',
          { time },
        )
      : t('Your visit on {time} is booked. Follow it, pay for it or cancel it here:', { time }),
    link,
    t(
      'You need no account for this. Whoever has the link can do the same, so please keep it to yourself. It works until {days} days after the visit.',
      { days: linkDays },
    ),
    t('Questions? Call {phone} or write to {email} and mention {number}.', {
      phone: supportPhone,
      email: supportEmail,
      number: job.number,
    }),
    brandName,
  ].join('\n\n')
  const subject = `${brandName} ${job.number}: ${t('the link to your visit')}`
  return { to, subject, body, jobId: job.id, secret: true }
}
