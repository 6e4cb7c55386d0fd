import { StatusBadge } from '#client/ui/badge.tsx'
import { jobColor, type JobStatus } from '#shared/rules/jobs.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { translate } from '#shared/texts/t.ts'

export function JobStatusBadge({ status }: { status: JobStatus }) {
  return <StatusBadge color={jobColor[status]}>{translate(statusLabel(status))}</StatusBadge>
}
