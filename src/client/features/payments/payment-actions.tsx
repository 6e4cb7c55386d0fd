import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { canAdjust } from '#shared/rules/payments.ts'
import { t } from '#shared/texts/t.ts'

const dialogs = {
  adjust: lazyDialog(() => import('./adjust-payment-dialog.tsx')),
  refund: lazyDialog(() => import('./refund-dialog.tsx')),
  refundTip: lazyDialog(async () => ({
    default: (await import('./refund-dialog.tsx')).RefundTipDialog,
  })),
  giveBack: lazyDialog(async () => ({
    default: (await import('./record-payment-dialog.tsx')).GiveBackDialog,
  })),
  resolve: lazyDialog(() => import('./resolve-dialog.tsx')),
}
type Action = keyof typeof dialogs
export type OpenPaymentDialog = (action: Action, payment: Payment) => void

/** The open payment dialog, kept outside the list, whose rows may change while it is open. */
export function usePaymentDialog() {
  const [open, setOpen] = useState<{ action: Action; payment: Payment } | null>(null)
  const Dialog = open && dialogs[open.action]
  return {
    openDialog: (action: Action, payment: Payment) => setOpen({ action, payment }),
    dialog: Dialog && <Dialog payment={open.payment} onClose={() => setOpen(null)} />,
  }
}

interface PaymentActionsProps {
  payment: Payment
  /** Only the payment's next step and link, beside a menu with the rest. */
  isShort?: boolean
  onOpen: OpenPaymentDialog
}

export function PaymentActions({ payment, isShort = false, onOpen }: PaymentActionsProps) {
  const facts = { customer: payment.customerName, number: payment.jobNumber }
  const words: Record<Action, { label: string; name: string }> = {
    adjust: {
      label: t('Adjust Payment'),
      name: t('Adjust Payment of {customer}, {number}', facts),
    },
    refund: { label: t('Refund'), name: t('Refund {customer}, {number}', facts) },
    refundTip: { label: t('Refund tip'), name: t('Refund tip of {customer}, {number}', facts) },
    giveBack: { label: t('Give back'), name: t('Give back to {customer}, {number}', facts) },
    resolve: { label: t('Resolve'), name: t('Resolve for {customer}, {number}', facts) },
  }
  const actions = actionsOn(payment, isShort)
  if (actions.length === 0) return null
  return (
    <span className="flex flex-wrap gap-2">
      {actions.map((action) => (
        <SmallButton
          key={action}
          aria-label={words[action].name}
          className="whitespace-nowrap"
          onClick={() => onOpen(action, payment)}
        >
          {words[action].label}
        </SmallButton>
      ))}
    </span>
  )
}

function actionsOn(payment: Payment, isShort: boolean): Action[] {
  const { refundableAmount, problems, tip } = payment
  return [
    ...(problems.length > 0 ? (['resolve'] as const) : []),
    ...(!isShort && canAdjust(payment) ? (['adjust'] as const) : []),
    ...(refundableAmount !== '0.00' ? (['refund'] as const) : []),
    ...(payment.returnable ? (['giveBack'] as const) : []),
    ...(isShort && tip && tip.refundableAmount !== '0.00' ? (['refundTip'] as const) : []),
  ]
}
