import InvoicePaymentDialog, { type Invoiced } from './invoice-payment-dialog.tsx'

export default function UndoInvoicePaymentDialog(props: { job: Invoiced; onClose: () => void }) {
  return <InvoicePaymentDialog {...props} isUndo />
}
