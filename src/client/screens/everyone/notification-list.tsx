import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#client/app/paths.ts'
import { useWrite } from '#client/app/queries.ts'
import { usePerson } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { Notification } from '#shared/contract/notifications.ts'
import type { Role } from '#shared/rules/roles.ts'
import { formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const shownAtFirst = 10

interface NotificationListProps {
  notifications: readonly Notification[]
  onClose: () => void
}

/** The newest notifications, all of them on demand. */
export default function NotificationList({ notifications, onClose }: NotificationListProps) {
  const [all, setAll] = useState(false)
  const shown = all ? notifications : notifications.slice(0, shownAtFirst)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Notifications')}
      size="small"
      footer={
        shown.length < notifications.length && (
          <Button onClick={() => setAll(true)}>{t('View all notifications')}</Button>
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          icon={<Bell />}
          title={t('Nothing new')}
          text={t('News about your services appears here.')}
        />
      ) : (
        <ul className="-mx-2">
          {shown.map((notification) => (
            <li key={notification.id}>
              <Entry notification={notification} onOpen={onClose} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Entry({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const [, go] = useLocation()
  const { role } = usePerson()
  // Marking as read fails silently: the entry simply stays unread.
  const markRead = useWrite('PATCH /api/notifications/{id}/read', {
    refreshes: ['GET /api/notifications'],
  })
  const open = () => {
    if (!notification.read) markRead.mutate({ params: { id: notification.id } })
    const path = pathOf(notification, role)
    if (!path) return
    onOpen()
    go(path)
  }
  return (
    <button
      type="button"
      onClick={open}
      className="flex w-full gap-3 rounded-control px-2 py-3 text-left hover:bg-ink/5"
    >
      <span
        aria-hidden="true"
        className={`mt-2 size-2 flex-none rounded-full ${notification.read ? '' : 'bg-oil'}`}
      />
      <span className="min-w-0 flex-1">
        <span className={notification.read ? '' : 'font-semibold'}>{notification.title}</span>
        {!notification.read && <span className="sr-only"> {t('(unread)')}</span>}
        <span className="block text-sm text-soft">{notification.message}</span>
      </span>
      <time dateTime={notification.createdAt} className="flex-none text-sm text-soft">
        {formatRelative(notification.createdAt)}
      </time>
    </button>
  )
}

const talkNews = new Set(['technician_on_way', 'technician_arrived', 'job_message'])

/** Where a notification leads, if anywhere. */
function pathOf({ type, jobId }: Notification, role: Role | null): string | null {
  if (type === 'technician_waiting') return paths.technicians
  if (type === 'contact_message') return paths.home
  if (!jobId) return null
  if (role !== 'customer') return paths.job(jobId)
  return talkNews.has(type) ? paths.communication(jobId) : paths.orders
}
