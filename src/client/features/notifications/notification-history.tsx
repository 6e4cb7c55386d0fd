import { Bell } from 'lucide-react'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { List } from '#client/app/list/list.tsx'
import { useWrite } from '#client/app/queries.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { plural, t } from '#shared/texts/t.ts'
import { NotificationRow } from './notification-row.tsx'

const pageSize = 20
const lookAgainMs = 60_000

export function NotificationHistory() {
  const list = usePaginatedQuery(
    'GET /api/notifications',
    { query: { limit: pageSize } },
    { pollEvery: () => lookAgainMs },
  )
  const markAll = useWrite('PATCH /api/notifications/read', {
    onError: (error) => showFailure(t('Could not mark them as read'), error),
  })
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
            <SmallButton
              pending={markAll.isPending}
              disabledReason={
                items.every(({ read }) => read) &&
                !list.hasNextPage &&
                t('You have read everything.')
              }
              // Notifications newer than the first one shown stay unread.
              onClick={() => items[0] && markAll.mutate({ body: { upTo: items[0].id } })}
            >
              {t('Mark all as read')}
            </SmallButton>
          </div>
          <Card flush className="[&>div]:p-0">
            <ul className="divide-y divide-line px-2">
              {items.map((notification) => (
                <NotificationRow key={notification.id} notification={notification} />
              ))}
            </ul>
          </Card>
        </>
      )}
    </List>
  )
}
