import { type ComponentType, useState } from 'react'
import type { Job } from '#shared/contract/jobs.ts'

export type VisitDialogProps = { job: Job; onClose: () => void }
type Dialog = ComponentType<VisitDialogProps>
export type VisitDialog =
  | 'move'
  | 'edit'
  | 'car'
  | 'cancel'
  | 'work'
  | 'link'
  | 'resend'
  | 'notDone'
  | 'discount'
  | 'adjust'
  | 'refund'
  | 'extra'
  | 'invoicePayment'
  | 'undoInvoicePayment'
export type OpenVisitDialog = (dialog: VisitDialog) => void

/** The one dialog that is open, about the visit as it was when it opened. */
export function useVisitDialogs(job: Job, dialogs: Record<VisitDialog, Dialog>) {
  const [asked, setAsked] = useState<{ about: VisitDialog; job: Job } | null>(null)
  const Asked = asked && dialogs[asked.about]
  return {
    open: (about: VisitDialog) => setAsked({ about, job }),
    dialog: Asked && <Asked job={asked.job} onClose={() => setAsked(null)} />,
  }
}
