import type { Job } from '#shared/contract/jobs.ts'
import InvoicePaymentDialog from './invoice-payment-dialog.tsx'

export default function UndoInvoicePaymentDialog(props: { job: Job; onClose: () => void }) {
  return <InvoicePaymentDialog {...props} isUndo />
}
