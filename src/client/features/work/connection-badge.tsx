import { useConnected } from '#client/app/socket-state.ts'
import { useOffline } from '#client/app/network-state.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { t } from '#shared/texts/t.ts'

/** Says at any time whether what is done here reaches the office, and whether news come by themselves. */
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
