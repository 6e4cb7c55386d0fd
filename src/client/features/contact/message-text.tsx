import { PhoneLink } from '#client/app/phone-link.tsx'
import { useBusiness } from '#client/app/session.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import type { MessageThread } from '#shared/contract/contact.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What was written and answered, oldest first; the words of others are text alone. */
export function MessageText({ message }: { message: MessageThread }) {
  const { name, email, phone, job, createdAt, replies } = message
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
            <TextLink href={paths.officeVisit(job.id)}>{job.number}</TextLink>
          </>
        )}
      </p>
      <ol aria-label={t('Conversation')} className="space-y-3">
        <Words by={name} at={formatInstant(createdAt, timeZone)}>
          {message.message}
        </Words>
        {replies.map((reply) => (
          <Words
            key={reply.id}
            answer
            by={reply.author.name}
            at={formatInstant(reply.createdAt, timeZone)}
          >
            {reply.message}
          </Words>
        ))}
      </ol>
    </>
  )
}

function Words(props: { by: string; at: string; answer?: boolean; children: string }) {
  const { by, at, answer, children } = props
  return (
    <li className={answer ? 'ml-6 rounded-control bg-sunken px-3 py-2' : ''}>
      <p className="text-sm text-soft">{t('{name}, {time}', { name: by, time: at })}</p>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </li>
  )
}
