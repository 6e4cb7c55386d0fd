import { activeJobStatuses, type JobStatus, notStartedStatuses } from '#shared/rules/jobs.ts'
import type { EventName } from '#shared/rules/events.ts'

const over: readonly JobStatus[] = ['completed', 'cancelled']

/** The events whose mails and texts to the customer the office may send again, and the states the visit must be in for it. */
export const resendable: Partial<Record<EventName, readonly JobStatus[]>> = {
  job_booked: notStartedStatuses,
  job_requested: ['scheduled'],
  job_confirmed: notStartedStatuses,
  job_rescheduled: notStartedStatuses,
  job_changed: activeJobStatuses,
  job_reminded: notStartedStatuses,
  card_asked: notStartedStatuses,
  payment_failed: notStartedStatuses,
  extra_approval: activeJobStatuses,
  service_completed: ['completed'],
  job_cancelled: ['cancelled'],
  job_released: ['cancelled'],
  request_expired: ['cancelled'],
  job_not_done: ['cancelled'],
  fee_decided: ['cancelled'],
  fee_lapsed: ['cancelled'],
  payment_due: over,
  invoice_issued: over,
  invoice_reminded: over,
  payment_reminded: over,
  payment_charged: over,
  payment_refunded: over,
}
