import { useLocation } from 'wouter'
import { useWrite } from '#client/app/queries.ts'
import type { Notification } from '#shared/contract/notifications.ts'
import { formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface NotificationRowProps {
  notification: Notification
  /** Called before navigating away. */
  onLeave?: () => void
}

/** A notification; pressing it marks it read and follows its link. */
export function NotificationRow({ notification, onLeave }: NotificationRowProps) {
  const [, go] = useLocation()
  // Failures are silent: the entry stays unread.
  const markRead = useWrite('PATCH /api/notifications/{id}/read')
  const open = () => {
    if (!notification.read) markRead.mutate({ params: { id: notification.id } })
    if (!notification.path) return
    onLeave?.()
    go(notification.path)
  }
  return (
    <li>
      <button
        type="button"
        onClick={open}
        className="flex w-full gap-3 rounded-control px-2 py-3 text-left hover:bg-ink/5"
      >
        <span
          aria-hidden="true"
          className={`mt-2 size-2 flex-none rounded-full ${notification.read ? '' : 'bg-oil'}`}
        />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className={notification.read ? '' : 'font-semibold'}>{notification.title}</span>
          {!notification.read && <span className="sr-only"> {t('(unread)')}</span>}
          <span className="block text-sm text-soft">{notification.message}</span>
        </span>
        <time dateTime={notification.createdAt} className="flex-none text-sm text-soft">
          {formatRelative(notification.createdAt)}
        </time>
      </button>
    </li>
  )
}
