import { text } from '../texts/t.ts'
import type { JobEventName } from './events.ts'

/** What entries of the audit log are about. `money`: what was held, charged, given back, or decided of it. */
export const auditSubjects = [
  'money',
  'visits',
  'customers',
  'technicians',
  'schedule',
  'catalog',
  'settings',
  'messages',
] as const
export type AuditSubject = (typeof auditSubjects)[number]

export const auditSubjectLabels: Record<AuditSubject, string> = {
  money: text('Money'),
  visits: text('Visits'),
  customers: text('Customers'),
  technicians: text('Technicians'),
  schedule: text('Schedule'),
  catalog: text('Packages, products and stock'),
  settings: text('Settings'),
  messages: text('Messages to the office'),
}

/** What is said of with a reason, or in somebody's own words. */
export const reasonedEvents = [
  'job_cancelled',
  'job_not_done',
  'payment_adjusted',
  'refund_decided',
  'fee_decided',
  'payment_problem_resolved',
  'invoice_paid',
  'invoice_payment_undone',
] as const satisfies readonly JobEventName[]

/** What moves money, or decides on it; in the log whoever did it. */
export const moneyEvents = [
  'payment_held',
  'payment_released',
  'payment_charged',
  'payment_refunded',
  'payment_refund_failed',
  'payment_disputed',
  'payment_adjusted',
  'payment_problem_resolved',
  'refund_decided',
  'tip_given',
  'tip_refunded',
  'fee_decided',
  'fee_lapsed',
  'extra_billed',
  'invoice_issued',
  'invoice_voided',
  'invoice_paid',
  'invoice_payment_undone',
] as const satisfies readonly JobEventName[]
