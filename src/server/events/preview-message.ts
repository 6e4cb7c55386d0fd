import { currentSettings } from '#server/base/current-settings.ts'
import type { JobRow } from '#server/features/jobs/queries.ts'
import type { EventName } from '#shared/rules/events.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { EditableMessage, MessageWords } from '#shared/rules/editable-messages.ts'
import { rulesOf } from './consequences.ts'
import type { MailAbout } from './consequence-types.ts'
import { timeOf } from './describe-visit.ts'
import { visitMail } from './mail-template.ts'
import { fillMail, fillSms } from './custom-messages.ts'
import { linksFor } from './recipients.ts'

/** A message about a visit as its customer would read it in these words. */
export function previewMessage(message: EditableMessage, words: MessageWords, job: JobRow) {
  const rule = rulesOf(message.event).find(
    (one) => one.to === 'customer' && (message.channel === 'email' ? one.mail : one.sms),
  )
  const time = timeOf(job)
  const about = {
    data: { ...time, from: time, to: time, startsAt: job.startsAt.toISOString(), reason: '' },
    job,
    link: linksFor('customer', job.id),
    isGuest: false,
  } as unknown as MailAbout<EventName> & { job: JobRow }
  if (message.channel === 'sms') {
    const body = fillSms(words, about, rule?.sms?.(about) ?? '')
    return {
      subject: '',
      body: `${currentSettings().brandName} ${jobNumber(job.number)}: ${body}`,
    }
  }
  const builtIn = rule?.mail?.(about) ?? { subject: '', paragraphs: [] }
  const firstName = job.customerName.split(' ')[0] ?? ''
  const { subject, body } = visitMail(
    job,
    { firstName, isGuest: false },
    fillMail(words, about, builtIn),
  )
  return { subject, body }
}
