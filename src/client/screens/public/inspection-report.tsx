import { SearchX } from 'lucide-react'
import { useParams } from 'wouter'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Report } from '#client/features/inspections/report.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** Target of the report's link in the customer's messages. Works without a session. */
export default function InspectionReportScreen() {
  const { token } = useParams<{ token: string }>()
  const report = useCall('GET /api/inspections/{token}', { params: { token } })
  return (
    <div className="mx-auto max-w-column space-y-4">
      <meta name="robots" content="noindex" />
      <Loaded
        page
        parts={[report]}
        loading={<Skeleton className="h-64 w-full rounded-card!" />}
        failed={t('The report could not be loaded')}
        missing={
          <EmptyState
            page
            icon={<SearchX />}
            title={t('This link does not work')}
            text={t(
              'It may have been cut off, or the report is no longer there. Please open the link of the message again.',
            )}
            action={<LinkButton href={paths.home}>{t('Home')}</LinkButton>}
          />
        }
      >
        {(found) => <Report report={found} token={token} />}
      </Loaded>
    </div>
  )
}
