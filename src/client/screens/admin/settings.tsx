import { BusinessFacts } from '#client/features/settings/business-facts.tsx'
import { FeeFacts } from '#client/features/settings/fee-facts.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** What the office may change of how the business is run and what it says of itself. */
export default function Settings() {
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Settings')}
        lede={t('What customers read, and what they pay.')}
        back={{ href: paths.home, label: t('Dashboard') }}
      />
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
        <BusinessFacts />
        <FeeFacts />
      </div>
    </div>
  )
}
