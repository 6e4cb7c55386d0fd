import { ClipboardCheck } from 'lucide-react'
import { useCall } from '#client/app/queries.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

/** Links to the report of a visit's inspection, if it has one. */
export default function ReportLink({ jobId }: { jobId: string }) {
  const { data } = useCall('GET /api/jobs/{id}/inspection', { params: { id: jobId } })
  if (!data?.reportPath) return null
  return (
    <LinkButton icon={<ClipboardCheck />} href={data.reportPath}>
      {t('Inspection report')}
    </LinkButton>
  )
}
