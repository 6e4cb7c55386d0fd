import { Badge, StatusBadge } from '#client/ui/badge.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isNotStarted, type JobStatus } from '#shared/rules/jobs.ts'
import { jobStatusColors } from '#shared/rules/status-colors.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { t, translate } from '#shared/texts/t.ts'

export function JobStatusBadge({ status }: { status: JobStatus }) {
  return <StatusBadge color={jobStatusColors[status]}>{translate(statusLabel(status))}</StatusBadge>
}

/** Status of a visit; an unconfirmed request shows as one whatever its status. */
export function VisitBadge({
  job,
}: {
  job: Pick<Job, 'needsConfirmation' | 'status'> & Partial<Pick<Job, 'outcome'>>
}) {
  if (job.needsConfirmation && isNotStarted(job.status))
    return <Badge color="amber">{t('Request')}</Badge>
  if (job.outcome === 'not_done')
    return <StatusBadge color={jobStatusColors.cancelled}>{t('state|Not done')}</StatusBadge>
  return <JobStatusBadge status={job.status} />
}
