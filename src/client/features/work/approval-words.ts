import type { ExtraApproval } from '#shared/rules/extras.ts'
import { text } from '#shared/texts/t.ts'

/** What the customer said to an extra, for those who work on it; nothing where they were not asked. */
export const approvalWords: Partial<Record<ExtraApproval, string>> = {
  waiting: text('Waiting for the customer'),
  approved: text('Approved'),
  declined: text('Declined'),
  left_out: text('Left out, not answered'),
}
