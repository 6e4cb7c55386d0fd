import type { ExtraApproval } from './extras.ts'
import type { InvoiceState } from './invoices.ts'
import type { JobStatus } from './jobs.ts'
import type { ListedPaymentStatus } from './payments.ts'

type StatusColor = 'blue' | 'green' | 'gray' | 'red' | 'light' | 'amber'

/** Badge colors of states. */
export const jobStatusColors: Record<JobStatus, StatusColor> = {
  scheduled: 'blue',
  assigned: 'light',
  in_progress: 'green',
  completed: 'gray',
  cancelled: 'red',
}

export const paymentStatusColors: Record<ListedPaymentStatus, StatusColor> = {
  completed: 'green',
  authorized: 'blue',
  pending: 'amber',
  failed: 'red',
  refunded: 'gray',
  not_charged: 'gray',
  on_invoice: 'blue',
}

export const invoiceStateColors: Record<InvoiceState, StatusColor> = {
  open: 'blue',
  overdue: 'red',
  paid: 'green',
  void: 'gray',
}

export const approvalColors: Record<ExtraApproval, StatusColor> = {
  not_needed: 'gray',
  waiting: 'amber',
  approved: 'green',
  declined: 'red',
  left_out: 'gray',
}
