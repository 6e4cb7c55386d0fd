import { useConnected } from '#client/app/connection.ts'
import { useOnline } from '#client/app/use-online.ts'
import { StatusBadge } from '#client/ui/badge.tsx'
import { t } from '#shared/texts/t.ts'

/** Says at any time whether what is done here reaches the office, and whether news come by themselves. */
export function OnlineBadge() {
  const online = useOnline()
  const connected = useConnected()
  return (
    <span role="status">
      <StatusBadge color={!online ? 'red' : connected ? 'green' : 'amber'}>
        {!online ? t('Offline') : connected ? t('Connected') : t('Connecting')}
      </StatusBadge>
    </span>
  )
}
