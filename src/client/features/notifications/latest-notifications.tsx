import { useState } from 'react'
import { useLatestNotifications } from '#client/app/socket-state.ts'
import { useCall } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { t } from '#shared/texts/t.ts'
import { NotificationRow } from './notification-row.tsx'

const shownAtFirst = 3

export function LatestNotifications() {
  const [all, setAll] = useState(false)
  const { data: known = [] } = useCall('GET /api/notifications')
  const unread = useLatestNotifications().filter(
    ({ id }) => !known.find((notification) => notification.id === id)?.read,
  )
  const shown = all ? unread : unread.slice(0, shownAtFirst)
  return (
    <div aria-live="polite" className="empty:hidden">
      {shown.length > 0 && (
        <Card title={t('Just in')} flush>
          <ul className="divide-y divide-line px-2 sm:px-3">
            {shown.map((notification) => (
              <NotificationRow key={notification.id} notification={notification} />
            ))}
          </ul>
          {shown.length < unread.length && (
            <Button wide variant="quiet" onClick={() => setAll(true)}>
              {t('Show all {count}', { count: unread.length })}
            </Button>
          )}
        </Card>
      )}
    </div>
  )
}
