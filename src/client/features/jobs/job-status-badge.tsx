import { StatusBadge } from '#client/ui/badge.tsx'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { jobStatusColors } from '#shared/rules/status-colors.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { translate } from '#shared/texts/t.ts'

export function JobStatusBadge({ status }: { status: JobStatus }) {
  return <StatusBadge color={jobStatusColors[status]}>{translate(statusLabel(status))}</StatusBadge>
}
