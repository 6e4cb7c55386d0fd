import { showFailure } from '#client/app/form/form-toasts.ts'
import { List } from '#client/app/list/list.tsx'
import { whileDown } from '#client/app/connection.ts'
import { PhoneLink } from '#client/app/phone-link.tsx'
import { useWrite } from '#client/app/queries.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Message as ContactMessage } from '#shared/contract/contact.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatRelative } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

const shownAtMost = 3
const lookAgainMs = 60_000

/** Messages from the contact page that nobody has dealt with yet; nothing while there are none. */
export function ContactMessages() {
  const list = usePaginatedQuery(
    'GET /api/admin/messages',
    { query: { filter: 'open', limit: shownAtMost } },
    { pollEvery: whileDown(lookAgainMs) },
  )
  if (!list.isError && !list.items?.length) return null
  const more = (list.total ?? 0) - shownAtMost
  return (
    <Card
      title={t('Messages')}
      action={<TextLink href={paths.messages}>{t('Open the inbox')}</TextLink>}
    >
      <List list={list} failed={t('The messages could not be loaded')} empty={null}>
        {(messages) => (
          <ul className="divide-y divide-line">
            {messages.slice(0, shownAtMost).map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        )}
      </List>
      {more > 0 && (
        <p className="mt-3 text-sm text-soft">
          {plural(more, { one: 'and {count} more', other: 'and {count} more' })}
        </p>
      )}
    </Card>
  )
}

function Message({ message }: { message: ContactMessage }) {
  const { id, name, email, phone, subject } = message
  const mark = useWrite('PATCH /api/admin/messages/{id}', {
    onError: (error) => showFailure(t('Error'), error),
  })
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-medium break-words">{subject}</span>
        <span className="text-sm text-soft">{formatRelative(message.createdAt)}</span>
      </p>
      <p className="text-sm break-words text-soft">
        {[name, email].filter(Boolean).join(' · ')}
        {phone && (
          <>
            {' · '}
            <PhoneLink number={phone} />
          </>
        )}
      </p>
      <p className="mt-1 line-clamp-6 break-words whitespace-pre-line">{message.message}</p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <TextLink href={paths.message(id)}>{t('Answer')}</TextLink>
        <Button
          size="small"
          pending={mark.isPending}
          onClick={() => mark.mutate({ params: { id }, body: { status: 'done' } })}
        >
          {t('Mark as done')}
        </Button>
      </div>
    </li>
  )
}
