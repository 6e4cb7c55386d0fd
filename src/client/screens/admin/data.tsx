import { ExportCard } from '#client/features/data/export-card.tsx'
import { ImportCard } from '#client/features/data/import-card.tsx'
import { ImportHistory } from '#client/features/data/import-history.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

export default function Data() {
  return (
    <Page
      wide
      title={t('In and out')}
      lede={t('Import customers from another program, or export everything.')}
      back={{ href: paths.settings, label: t('Settings') }}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ImportCard />
        <ExportCard />
        <ImportHistory />
      </div>
    </Page>
  )
}
