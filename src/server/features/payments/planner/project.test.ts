import { expect, test } from 'vitest'
import { inEnglish } from '#shared/texts/t.ts'
import type { Facts } from './facts.ts'
import { noteOf, stateOf, wakeAt } from './project.ts'
import { opened } from './claim.ts'
import { card, facts, hold, hours, money, now } from './test-facts.ts'

const job = (status: Facts['job']['status']) => ({ ...facts().job, status })
const op = (kind: 'hold' | 'charge' | 'release' | 'read') =>
  opened({ kind, cents: 0, paymentId: null, token: null, buyerPresent: false })

test.each<[string, Partial<Facts>, string]>([
  ['none', {}, ''],
  ['card_saved', { card }, ''],
  ['authorizing', { card, op: op('hold') }, ''],
  ['held', { holds: [hold] }, ''],
  ['held', { holds: [hold], op: op('read') }, ''],
  ['expired', { card, holds: [{ ...hold, status: 'expired' }] }, 'hold expired'],
  ['failed', { holds: [{ ...hold, status: 'expired' }] }, 'hold expired, no card stored'],
  ['settling', { holds: [hold], job: job('completed') }, ''],
  ['settling', { card, job: job('completed') }, ''],
  ['balance_due', { card, cardTries: 1, job: job('completed') }, 'balance $129.99'],
  ['balance_due', { job: job('completed') }, 'balance $129.99'],
  ['paid', { money: [money], job: job('completed') }, ''],
  ['paid', { money: [money] }, ''],
  ['paid', { job: job('completed'), adjustmentCents: -12_999 }, ''],
  ['refunding', { money: [money], job: job('cancelled') }, ''],
  ['refunded', { money: [{ ...money, refundedCents: 12_999 }], job: job('cancelled') }, ''],
  ['voiding', { holds: [hold], job: job('cancelled') }, 'releasing the hold, nothing is charged'],
  [
    'voided',
    { holds: [{ ...hold, status: 'released' }], job: job('cancelled') },
    'hold released, not charged',
  ],
  ['voided', { job: job('cancelled') }, 'nothing was charged'],
  [
    'failed',
    { lastDecline: 'cvv' },
    'The security code does not match this card. Please check it and try again.',
  ],
])('%s: %o', (state, given, note) => {
  expect(stateOf(facts(given), now)).toBe(state)
  expect(noteOf(facts(given), now).map(inEnglish).join('; ')).toBe(note)
})

test('the planner wakes for what time alone brings', () => {
  expect(wakeAt(facts(), now)).toBeNull()
  expect(wakeAt(facts({ card }), now)).toEqual(hours(52))
  expect(wakeAt(facts({ holds: [hold] }), now)).toEqual(hold.expiresAt)
  expect(wakeAt(facts({ holds: [hold], job: job('completed') }), now)).toEqual(now)
  const retry = {
    card,
    retryAt: hours(1),
    cardTries: 1,
    job: job('completed'),
    billedCents: 12_999,
  }
  expect(wakeAt(facts(retry), now)).toEqual(hours(1))
  expect(wakeAt(facts({ op: { ...op('charge'), nextTryAt: hours(2) } }), now)).toEqual(hours(2))
})
