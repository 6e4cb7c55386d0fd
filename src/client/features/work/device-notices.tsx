import { HardDrive } from 'lucide-react'
import { useStorageFailed } from '#client/app/device-storage.ts'
import { useOffline } from '#client/app/network-state.ts'
import { useConnected } from '#client/app/socket-state.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { t } from '#shared/texts/t.ts'

/** Shows whether changes reach the office, and whether updates arrive live. */
export function ConnectionBadge() {
  const offline = useOffline()
  const connected = useConnected()
  return (
    <span role="status">
      <StatusBadge color={offline ? 'red' : connected ? 'green' : 'amber'}>
        {offline ? t('Offline') : connected ? t('Connected') : t('Connecting')}
      </StatusBadge>
    </span>
  )
}

/** Warns that this browser can't work offline. */
export function StorageNotice() {
  if (!useStorageFailed()) return null
  return (
    <Banner tone="warning" live icon={<HardDrive />} title={t('This browser cannot work offline')}>
      {t(
        'Its storage is off or full, as in a private window. Online, everything works; offline, your changes are lost when this page closes.',
      )}
    </Banner>
  )
}
