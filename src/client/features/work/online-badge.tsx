import { StatusBadge } from '#client/ui/badge.tsx'
import { t } from '#shared/texts/t.ts'
import { useOnline } from './use-online.ts'

/** Says at any time whether what is done here reaches the office. */
export function OnlineBadge() {
  const online = useOnline()
  return (
    <span role="status">
      <StatusBadge color={online ? 'green' : 'red'}>
        {online ? t('Online') : t('Offline')}
      </StatusBadge>
    </span>
  )
}
