import { CardEvents } from '#client/features/system/card-events.tsx'
import { CardNetwork } from '#client/features/system/card-network.tsx'
import { FailedTasks } from '#client/features/system/failed-tasks.tsx'
import { SystemFacts } from '#client/features/diagnostics/system-facts.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function System() {
  return (
    <Page
      wide
      title={t('System')}
      lede={t('What runs here, where card payments go, and what the card network reported.')}
      actions={<LinkButton href={paths.diagnostics}>{t('Diagnostic Center')}</LinkButton>}
      back={{ href: paths.settings, label: t('Settings') }}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <SystemFacts />
          <CardNetwork />
        </div>
        <div className="space-y-4">
          <FailedTasks />
          <CardEvents />
        </div>
      </div>
    </Page>
  )
}
