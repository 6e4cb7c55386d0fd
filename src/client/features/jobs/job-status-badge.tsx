import { StatusBadge } from '#client/ui/badge.tsx'
import { jobColour, statusLabel } from '#shared/rules/jobs.ts'
import { translate } from '#shared/texts/t.ts'

export function JobStatusBadge({ status }: { status: string }) {
  return <StatusBadge color={jobColour(status)}>{translate(statusLabel(status))}</StatusBadge>
}
