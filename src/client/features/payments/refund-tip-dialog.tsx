import type { Payment } from '#shared/contract/payments.ts'
import RefundDialog from './refund-dialog.tsx'

/** Gives back part or all of a tip. */
export default function RefundTipDialog(props: { payment: Payment; onClose: () => void }) {
  return <RefundDialog {...props} isTip />
}
