import { WifiOff } from 'lucide-react'
import { useCall } from '#client/app/queries.ts'
import { useOnline } from '#client/app/use-online.ts'
import { t } from '#shared/texts/t.ts'

/** Over the pages of a customer and of the office: what they show is what was known before the network went. */
export function OfflineNotice() {
  const online = useOnline()
  // A device may have a network and still reach nobody.
  const { error } = useCall('GET /api/auth/user', undefined, { enabled: false, gcTime: 120_000 })
  const away = !online || error?.status === 0
  return (
    <p role="status" className="mx-auto max-w-column empty:hidden">
      {away && (
        <span className="mb-4 flex items-center gap-2 rounded-control bg-amber-wash px-3 py-2 text-sm text-amber">
          <WifiOff className="flex-none" />
          {t('There is no connection. This is what was known last; changes have to wait.')}
        </span>
      )}
    </p>
  )
}
