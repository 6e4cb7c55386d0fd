import { Badge } from '#client/ui/badge.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { t } from '#shared/texts/t.ts'
import { JobStatusBadge } from './job-status-badge.tsx'

/** Where a visit stands; a request waits for the office, whatever else its status says. */
export function VisitBadge({ job }: { job: Pick<Job, 'needsConfirmation' | 'status'> }) {
  if (job.needsConfirmation && isNotStarted(job.status))
    return <Badge color="amber">{t('Request')}</Badge>
  return <JobStatusBadge status={job.status} />
}
