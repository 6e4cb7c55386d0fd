import { Bell } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { NotificationRow } from '#client/features/notifications/notification-row.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import type { Notification } from '#shared/contract/notifications.ts'
import { t } from '#shared/texts/t.ts'

const shownInBell = 10

interface NotificationListProps {
  notifications: readonly Notification[]
  onClose: () => void
}

export default function BellDialog({ notifications, onClose }: NotificationListProps) {
  const shown = notifications.slice(0, shownInBell)
  return (
    <Dialog
      onClose={onClose}
      title={t('Notifications')}
      size="small"
      footer={
        shown.length < notifications.length && (
          <LinkButton href={paths.notifications} onClick={onClose}>
            {t('View all notifications')}
          </LinkButton>
        )
      }
    >
      {shown.length === 0 ? (
        <EmptyState
          icon={<Bell />}
          title={t('Nothing new')}
          text={t('Updates about your services appear here.')}
        />
      ) : (
        <ul className="-mx-2">
          {shown.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onLeave={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}
