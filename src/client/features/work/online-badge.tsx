import { useConnected } from '#client/app/connection.ts'
import { type BadgeColor, StatusBadge } from '#client/ui/badge.tsx'
import { t } from '#shared/texts/t.ts'
import { useOnline } from './use-online.ts'

/** Says at any time whether what is done here reaches the office, and whether news come by themselves. */
export function OnlineBadge() {
  const [color, words] = useReach()
  return (
    <span role="status">
      <StatusBadge color={color}>{words}</StatusBadge>
    </span>
  )
}

function useReach(): [BadgeColor, string] {
  const online = useOnline()
  const connected = useConnected()
  if (!online) return ['red', t('Offline')]
  return connected ? ['green', t('Connected')] : ['amber', t('Connecting')]
}
