import { expect, test } from 'vitest'
import { Conflict } from '#server/http/errors.ts'
import { account, capture, hold, now } from './test-account.ts'
import type { PaymentAccount } from './payment-account.ts'
import { chargeIntent, holdIntent, type PaymentIntent } from './payment-intents.ts'

const entry = {
  jobId: account().jobId,
  sourceId: 'token',
  saveForLater: false,
  amount: '129.99',
  enteredBy: null,
}
const job = (status: PaymentAccount['job']['status']) => ({ ...account().job, status })

type Given = Partial<PaymentAccount>
const answer = (
  intent: PaymentIntent,
  given: Given,
  more: { amount?: string; isRepeat?: boolean },
) => {
  const { amount = '129.99', isRepeat = false } = more
  try {
    const opening = intent(account(given), { ...entry, amount }, { isRepeat, now })
    return opening ? `${opening.operation?.kind} ${opening.operation?.cents}` : 'done'
  } catch (error) {
    if (error instanceof Conflict) return 'conflict'
    throw error
  }
}

test.each<[string, Given, { amount?: string; isRepeat?: boolean }, string]>([
  ['nothing paid', {}, {}, 'charge 12999'],
  ['another amount', {}, { amount: '0.01' }, 'conflict'],
  ['a hold is open', { holds: [hold] }, {}, 'conflict'],
  ['a hold is open, the visit done', { holds: [hold], job: job('completed') }, {}, 'conflict'],
  ['the hold was released', { holds: [{ ...hold, status: 'released' }] }, {}, 'charge 12999'],
  ['paid', { captures: [capture] }, {}, 'conflict'],
  ['paid by this very token', { captures: [capture] }, { isRepeat: true }, 'done'],
  [
    'part is paid',
    { captures: [{ ...capture, capturedCents: 10_000 }] },
    { amount: '29.99' },
    'charge 2999',
  ],
  [
    'part is paid by this very token',
    { captures: [{ ...capture, capturedCents: 10_000 }] },
    { amount: '129.99', isRepeat: true },
    'conflict',
  ],
  ['cancelled', { job: job('cancelled') }, {}, 'conflict'],
  [
    'cancelled with a fee',
    { job: job('cancelled'), feeCents: 2500 },
    { amount: '25.00' },
    'charge 2500',
  ],
])('charging when %s', (_, given, more, expected) => {
  expect(answer(chargeIntent, given, more)).toBe(expected)
})

test.each<[string, Given, { amount?: string }, string]>([
  ['nothing held', {}, {}, 'save_card 0'],
  ['a hold is open', { holds: [hold] }, {}, 'done'],
  ['another amount', {}, { amount: '1.00' }, 'conflict'],
  ['the visit is done', { job: job('completed') }, {}, 'conflict'],
])('holding when %s', (_, given, more, expected) => {
  expect(answer(holdIntent, given, more)).toBe(expected)
})
