import { text } from '../texts/t.ts'

/**
 * A chargeback. `inquiry`: the bank only asks and holds nothing back, until it is `closed`; `open`: the amount is held back
 * until the bank decides for the business (`won`) or the customer (`lost`).
 */
export const disputeStates = ['inquiry', 'closed', 'open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

const disputeSteps: Record<DisputeState, number> = {
  inquiry: 0,
  closed: 1,
  open: 2,
  won: 3,
  lost: 3,
}

/** Whether a dispute moves on to `to`; events arrive late, twice and out of order, and a decision is final. */
export const isLaterDispute = (from: DisputeState | undefined, to: DisputeState): boolean =>
  from === undefined || disputeSteps[to] > disputeSteps[from]

/** Whether a decided dispute is now reported with the opposite decision. */
export const isDecidedOtherwise = (from: DisputeState | undefined, to: DisputeState): boolean =>
  (from === 'lost' && to === 'won') || (from === 'won' && to === 'lost')

export const disputeLabels: Record<DisputeState, string> = {
  inquiry: text('The bank asks about it'),
  closed: text('The bank’s question is closed'),
  open: text('Disputed'),
  won: text('Dispute won'),
  lost: text('Dispute lost'),
}
