import { text } from '#shared/texts/t.ts'

/** How a simulated card behaves. `ok` cards can be held, raised, charged and refunded. */
export const cardOutcomes = [
  'ok',
  'no_raise',
  'declined',
  'insufficient_funds',
  'cvv',
  'expired',
  'postal_code',
  'verification',
  'capture_declined',
  'timeout',
  'refund_fails',
  'refund_pends',
] as const
export type CardOutcome = (typeof cardOutcomes)[number]

type SimulatedCard = { outcome: CardOutcome; brand: string; number: string; does: string }

/** The only numbers the card form accepts. No real card has them. */
export const simulatedCards: readonly SimulatedCard[] = [
  { outcome: 'ok', brand: 'Visa', number: '4111111111111111', does: text('Works') },
  {
    outcome: 'no_raise',
    brand: 'Mastercard',
    number: '5555555555554444',
    does: text('Works, but a hold cannot be raised'),
  },
  { outcome: 'declined', brand: 'Visa', number: '4000000000000002', does: text('Is declined') },
  {
    outcome: 'insufficient_funds',
    brand: 'Visa',
    number: '4000000000009995',
    does: text('Has not enough money'),
  },
  {
    outcome: 'cvv',
    brand: 'Visa',
    number: '4000000000000127',
    does: text('Has another security code'),
  },
  { outcome: 'expired', brand: 'Visa', number: '4000000000000069', does: text('Has expired') },
  {
    outcome: 'postal_code',
    brand: 'Visa',
    number: '4000000000000010',
    does: text('Has another ZIP'),
  },
  {
    outcome: 'verification',
    brand: 'Visa',
    number: '4000002500003155',
    does: text('Needs its owner to confirm charges'),
  },
  {
    outcome: 'capture_declined',
    brand: 'Visa',
    number: '4000000000000341',
    does: text('Can be held, then is declined'),
  },
  {
    outcome: 'timeout',
    brand: 'Visa',
    number: '4000000000000259',
    does: text('Works, but the first answer gets lost'),
  },
  {
    outcome: 'refund_fails',
    brand: 'Visa',
    number: '4000000000007726',
    does: text('Works, but refunds fail after a day'),
  },
  {
    outcome: 'refund_pends',
    brand: 'Visa',
    number: '4000000000005126',
    does: text('Works, refunds take a day'),
  },
]

/** Sandbox tokens, reusable as at the real network. */
export const sandboxTokens: Record<string, CardOutcome | 'used'> = {
  'cnon:card-nonce-ok': 'ok',
  'cnon:card-nonce-declined': 'declined',
  'cnon:card-nonce-rejected-cvv': 'cvv',
  'cnon:card-nonce-rejected-postalcode': 'postal_code',
  'cnon:card-nonce-rejected-expiration': 'expired',
  'cnon:card-nonce-already-used': 'used',
}
