import { StatusBadge } from '#client/ui/badge.tsx'
import type { PaymentStatus } from '#shared/rules/payments.ts'
import { paymentStatusColors } from '#shared/rules/status-colors.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { translate } from '#shared/texts/t.ts'

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  return (
    <StatusBadge color={paymentStatusColors[status]}>{translate(statusLabel(status))}</StatusBadge>
  )
}
