import { isActiveJob, isNotStarted, type JobStatus } from './jobs.ts'
import { type CardPayments, paymentRequest } from './paying.ts'
import type { PaymentState } from './payments.ts'

/** The office's next action on a visit; from `ready` on there is none. */
const nextSteps = [
  'decide_fee',
  'confirm',
  'assign',
  'late',
  'bill',
  'card',
  'ready',
  'at_work',
  'unpaid',
  'settled',
] as const
export type NextStep = (typeof nextSteps)[number]

type Visit = {
  status: JobStatus
  needsConfirmation: boolean
  technicianId: string | null
  /** YYYY-MM-DD. */
  scheduledDate: string
  paymentState: PaymentState
  feeDecision: object | null
  cost: { due: string }
}

/** The office's next action on a visit; `today` is business-local. */
export function nextStepOf(visit: Visit, today: string, business: CardPayments): NextStep {
  const { status } = visit
  if (visit.feeDecision) return 'decide_fee'
  const waits = isNotStarted(status)
  if (waits && visit.needsConfirmation) return 'confirm'
  if (waits && visit.scheduledDate < today) return 'late'
  if (waits && visit.technicianId === null) return 'assign'
  const request = paymentRequest(visit, business)
  if (request === 'online') return 'bill'
  if (request === 'card') return 'card'
  if (request === 'directly') return 'unpaid'
  if (!isActiveJob(status)) return 'settled'
  return waits ? 'ready' : 'at_work'
}
