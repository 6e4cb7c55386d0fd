import { type Phrase, phrase, text } from '../texts/t.ts'
import type { JobStatus } from './jobs.ts'
import type { AdjustReason, ListedPaymentStatus } from './payments.ts'
import type { Role } from './roles.ts'

const labels: Record<
  JobStatus | ListedPaymentStatus | Exclude<AdjustReason, 'promotion' | 'plan'> | Role,
  string
> = {
  scheduled: text('state|Scheduled'),
  assigned: text('state|Assigned'),
  in_progress: text('state|In Progress'),
  completed: text('state|Completed'),
  cancelled: text('state|Cancelled'),
  authorized: text('state|Authorized'),
  pending: text('state|Pending'),
  failed: text('state|Failed'),
  refunded: text('state|Refunded'),
  not_charged: text('Not charged'),
  on_invoice: text('On invoice'),
  discount_applied: text('Discount Applied'),
  addon_service: text('Addon Service'),
  customer_complaint: text('Customer Complaint'),
  pricing_error: text('Pricing Error'),
  other: text('Other'),
  customer: text('Customer'),
  technician: text('Technician'),
  admin: text('Admin'),
}

/** Label of a status, reason or role, to be shown through `translate()`. */
export const statusLabel = (status: keyof typeof labels): string => labels[status]

const already: Record<JobStatus, Phrase> = {
  scheduled: phrase('This visit is already scheduled.'),
  assigned: phrase('This visit is already assigned.'),
  in_progress: phrase('This visit is already in progress.'),
  completed: phrase('This visit is already completed.'),
  cancelled: phrase('This visit is already cancelled.'),
}

/** Why an action on a visit is no longer possible. */
export const alreadyInStatus = (status: JobStatus): Phrase => already[status]
