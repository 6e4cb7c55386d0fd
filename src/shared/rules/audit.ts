import { text } from '../texts/t.ts'
import type { JobEventName } from './events.ts'

/** Subjects of audit log entries. `money`: holds, charges, refunds and decisions about them. */
export const auditSubjects = [
  'money',
  'visits',
  'customers',
  'technicians',
  'team',
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
  team: text('Team'),
  schedule: text('Schedule'),
  catalog: text('Packages, products and stock'),
  settings: text('Settings'),
  messages: text('Messages to the office'),
}

/** Events recorded with a reason or free text. */
export const reasonedEvents = [
  'job_cancelled',
  'job_not_done',
  'payment_adjusted',
  'refund_decided',
  'fee_decided',
  'payment_problem_resolved',
  'payment_recorded',
  'payment_taken_back',
] as const satisfies readonly JobEventName[]

/** Events that move money or decide about it, logged no matter who caused them. */
export const moneyEvents = [
  'payment_held',
  'payment_released',
  'payment_charged',
  'payment_refunded',
  'payment_refund_failed',
  'payment_disputed',
  'payment_adjusted',
  'promotion_rechecked',
  'payment_problem_resolved',
  'refund_decided',
  'tip_given',
  'tip_refunded',
  'fee_decided',
  'fee_lapsed',
  'extra_billed',
  'invoice_issued',
  'invoice_voided',
  'payment_recorded',
  'payment_taken_back',
] as const satisfies readonly JobEventName[]
