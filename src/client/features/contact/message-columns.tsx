import type { ListColumn } from '#client/app/list/list-table.tsx'
import { StatusBadge } from '#client/ui/badge.tsx'
import type { Message } from '#shared/contract/contact.ts'
import { formatRelative } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

export const messageColumns = (): ListColumn<'GET /api/admin/messages'>[] => [
  {
    key: 'subject',
    header: t('Subject'),
    main: true,
    sortBy: ({ subject }) => subject,
    cell: ({ subject, message, job }) => (
      <span className="block wrap-anywhere md:max-w-140">
        <span className="font-medium">{subject}</span>
        {job && <span className="text-soft">{` · ${job.number}`}</span>}
        <span className="line-clamp-1 text-sm font-normal text-soft">{message}</span>
      </span>
    ),
  },
  {
    key: 'name',
    header: t('person|From'),
    sortBy: ({ name }) => name,
    cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
  },
  {
    key: 'created',
    header: t('Received'),
    sortBy: ({ createdAt }) => createdAt,
    className: 'md:whitespace-nowrap',
    cell: ({ createdAt }) => formatRelative(createdAt),
  },
  {
    key: 'assigned',
    header: t('Assigned to'),
    cell: ({ assignedTo }) => assignedTo?.name ?? '–',
  },
  { key: 'status', header: t('Status'), cell: (message) => <MessageStatus message={message} /> },
]

export function MessageStatus({ message: { status, replyCount } }: { message: Message }) {
  if (status === 'open') return <StatusBadge color="blue">{t('state|Open')}</StatusBadge>
  return (
    <StatusBadge color="gray">
      {replyCount > 0
        ? plural(replyCount, { one: 'Answered', other: 'Answered {count} times' })
        : t('state|Done')}
    </StatusBadge>
  )
}
