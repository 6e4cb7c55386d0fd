import { ApiCheck } from '#client/features/diagnostics/device/api-check.tsx'
import { DeviceCard } from '#client/features/diagnostics/device/device-card.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function MobileDebug() {
  return (
    <Page
      title={t('Mobile Debug')}
      lede={t('What this device can do, and whether it reaches the server.')}
      back={{ href: paths.diagnosticsTab('mobile'), label: t('Diagnostic Center') }}
    >
      <div className="space-y-4">
        <ApiCheck />
        <DeviceCard />
      </div>
    </Page>
  )
}
