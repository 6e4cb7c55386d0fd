import { HardDrive } from 'lucide-react'
import { useKeepsNothing } from '#client/app/device-storage.ts'
import { Banner } from '#client/ui/banner.tsx'
import { t } from '#shared/texts/t.ts'

/** Says that this browser is no use without a connection. */
export function StorageNotice() {
  if (!useKeepsNothing()) return null
  return (
    <Banner
      tone="warning"
      live
      icon={<HardDrive />}
      title={t('This browser keeps nothing without a connection')}
    >
      {t(
        'Its storage is off or full, as in a private window. With a connection everything works; without one, what you do is lost when this page closes.',
      )}
    </Banner>
  )
}
