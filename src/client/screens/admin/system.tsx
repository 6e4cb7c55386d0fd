import { CardEvents } from '#client/features/system/card-events.tsx'
import { CardNetwork } from '#client/features/system/card-network.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** What stands behind the product and how it is: where card payments go, and what the network told us. */
export default function System() {
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('System')}
        lede={t('Where card payments go, and what the card network told us.')}
        back={{ href: paths.settings, label: t('Settings') }}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <CardNetwork />
        <CardEvents />
      </div>
    </div>
  )
}
