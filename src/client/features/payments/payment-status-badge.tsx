import { type BadgeColor, StatusBadge } from '#client/ui/badge.tsx'
import type { PaymentStatus } from '#shared/rules/payments.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { translate } from '#shared/texts/t.ts'

const colors: Record<PaymentStatus, BadgeColor> = {
  completed: 'green',
  authorized: 'blue',
  pending: 'amber',
  failed: 'red',
  refunded: 'gray',
}

export function PaymentStatusBadge({ status }: { status: PaymentStatus }) {
  return <StatusBadge color={colors[status]}>{translate(statusLabel(status))}</StatusBadge>
}
