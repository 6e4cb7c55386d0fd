import { Bell } from 'lucide-react'
import { Suspense, useState, useEffect } from 'react'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { whileDown } from '#client/app/socket-state.ts'
import { useCall } from '#client/app/queries.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { plural, t } from '#shared/texts/t.ts'

const BellDialog = lazyComponent(() => import('./bell-dialog.tsx'))

export function NotificationBell() {
  const [open, setOpen] = useState(false)
  const { data = [] } = useCall('GET /api/notifications', undefined, {
    refetchInterval: whileDown(),
  })
  const unread = data.filter((notification) => !notification.read).length
  useAppBadge(unread)
  const label = unread
    ? plural(unread, {
        one: 'Notifications, {count} unread',
        other: 'Notifications, {count} unread',
      })
    : t('Notifications')
  return (
    <>
      <span className="relative">
        <IconButton icon={<Bell />} label={label} onClick={() => setOpen(true)} />
        <span aria-hidden="true" className="pointer-events-none absolute top-0.5 right-0.5">
          <CountBadge count={unread} />
        </span>
      </span>
      {open && (
        <Suspense>
          <BellDialog notifications={data} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Shows a count on the installed app's icon; cleared on unmount. */
function useAppBadge(count: number): void {
  useEffect(() => {
    // Firefox lacks it.
    if (!('setAppBadge' in navigator)) return
    navigator.setAppBadge(count).catch(() => {})
    return () => void navigator.clearAppBadge().catch(() => {})
  }, [count])
}
