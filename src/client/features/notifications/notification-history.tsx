import { Bell } from 'lucide-react'
import { sayFailure } from '#client/app/form/form-toasts.ts'
import { List } from '#client/app/list/list.tsx'
import { useWrite } from '#client/app/queries.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Notification } from '#shared/contract/notifications.ts'
import { plural, t } from '#shared/texts/t.ts'
import { NotificationRow } from './notification-row.tsx'

const pageSize = 20
const lookAgainMs = 60_000

/** All notifications of a person, page by page, newest first. */
export function NotificationHistory() {
  const list = usePaginatedQuery(
    'GET /api/notifications',
    { query: { limit: pageSize } },
    { pollEvery: () => lookAgainMs },
  )
  return (
    <List
      list={list}
      failed={t('Your notifications could not be loaded')}
      loading={<Skeleton className="h-64 w-full rounded-card!" />}
      more={t('Show older notifications')}
      moreClass="mt-2"
      empty={
        <Card>
          <EmptyState
            icon={<Bell />}
            title={t('Nothing new')}
            text={t('Updates about your services appear here.')}
          />
        </Card>
      }
    >
      {(items) => (
        <>
          <div className="mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="text-soft">
              {plural(list.total ?? items.length, {
                one: '{count} notification',
                other: '{count} notifications',
              })}
            </p>
            <MarkAllRead
              newest={items[0]}
              disabled={items.every(({ read }) => read) && !list.hasNextPage}
            />
          </div>
          <Card flush className="[&>div]:p-0">
            <ul className="divide-y divide-line px-2">
              {items.map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} />
                </li>
              ))}
            </ul>
          </Card>
        </>
      )}
    </List>
  )
}

interface MarkAllReadProps {
  /** The newest one that is shown; what has come since stays new. */
  newest: Notification | undefined
  disabled: boolean
}

function MarkAllRead({ newest, disabled }: MarkAllReadProps) {
  const markAll = useWrite('PATCH /api/notifications/read', {
    onError: (error) => sayFailure(t('Could not mark them as read'), error),
  })
  return (
    <Button
      size="small"
      pending={markAll.isPending}
      disabledReason={disabled && t('You have read everything.')}
      onClick={() => newest && markAll.mutate({ body: { upTo: newest.id } })}
    >
      {t('Mark all as read')}
    </Button>
  )
}
