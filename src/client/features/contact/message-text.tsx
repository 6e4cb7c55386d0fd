import { PhoneLink } from '#client/app/phone-number.tsx'
import { useBusiness } from '#client/app/session.ts'
import { TextLink } from '#client/ui/button.tsx'
import type { MessageThread } from '#shared/contract/contact.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { plural, t, text, translate } from '#shared/texts/t.ts'

export function MessageText({ message }: { message: MessageThread }) {
  const { name, email, phone, job } = message
  const { timeZone } = useBusiness()
  return (
    <>
      <p className="text-sm wrap-anywhere text-soft">
        {name}
        {email && (
          <>
            {' · '}
            <TextLink href={`mailto:${email}`}>{email}</TextLink>
          </>
        )}
        {phone && (
          <>
            {' · '}
            <PhoneLink number={phone} />
          </>
        )}
        {job && (
          <>
            {' · '}
            <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>
          </>
        )}
      </p>
      <ol aria-label={t('Conversation')} className="space-y-3">
        {entriesOf(message).map(({ id, by, at, ...entry }) => (
          <Words key={id} by={by} at={formatInstant(at, timeZone)} {...entry} />
        ))}
      </ol>
    </>
  )
}

type Entry = { by: string; at: string; words: string; answer?: boolean; note?: string | undefined }

function entriesOf({ id, channel, name, message, createdAt, texts, replies }: MessageThread) {
  const written: (Entry & { id: string })[] =
    channel === 'sms'
      ? texts.map((text) => ({
          id: text.id,
          by: name,
          at: text.createdAt,
          words: text.message,
          note:
            text.attachments > 0
              ? plural(text.attachments, {
                  one: '{count} attachment, stored only by the phone provider',
                  other: '{count} attachments, stored only by the phone provider',
                })
              : undefined,
        }))
      : [{ id, by: name, at: createdAt, words: message }]
  const answers = replies.map((reply) => ({
    id: reply.id,
    by: reply.author.name,
    at: reply.createdAt,
    words: reply.message,
    answer: true,
    note: reply.text ? translate(deliveries[reply.text]) : undefined,
  }))
  return [...written, ...answers].toSorted((one, other) => one.at.localeCompare(other.at))
}

const deliveries = {
  queued: text('Text message on its way'),
  sent: text('Sent as a text message'),
  local: text('Text message, not sent: no provider is connected'),
  failed: text('The text message was not delivered'),
  skipped: text('Text message not sent: they opted out'),
} as const

function Words({ by, at, answer, words, note }: Entry) {
  return (
    <li className={answer ? 'ml-6 rounded-control bg-sunken px-3 py-2' : ''}>
      <p className="text-sm text-soft">{t('{name}, {time}', { name: by, time: at })}</p>
      <p className="wrap-anywhere whitespace-pre-line">{words}</p>
      {note && <p className="text-sm text-soft">{note}</p>}
    </li>
  )
}
