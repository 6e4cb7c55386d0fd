import { ClipboardCheck } from 'lucide-react'
import { useCall } from '#client/app/queries.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

/** Leads to the report of a visit's inspection; nothing without one. */
export default function ReportLink({ jobId }: { jobId: string }) {
  const { data } = useCall('GET /api/jobs/{id}/inspection', { params: { id: jobId } })
  if (!data?.reportPath) return null
  return (
    <LinkButton icon={<ClipboardCheck />} href={data.reportPath}>
      {t('Inspection report')}
    </LinkButton>
  )
}
