import { ClipboardCheck } from 'lucide-react'
import { useCall } from '#client/app/queries.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

/** Links to the report of a visit's inspection, if it has one; lists bring its path. */
export default function ReportLink({ jobId, path }: { jobId: string; path?: string }) {
  const isListed = path !== undefined
  const { data } = useCall(
    'GET /api/jobs/{id}/inspection',
    { params: { id: jobId } },
    { enabled: !isListed },
  )
  const href = path ?? data?.reportPath
  if (!href) return null
  return (
    <LinkButton
      size={isListed ? 'small' : undefined}
      icon={isListed ? undefined : <ClipboardCheck />}
      href={href}
    >
      {t('Inspection report')}
    </LinkButton>
  )
}
