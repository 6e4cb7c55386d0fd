import { describe, expect, it } from 'vitest'
import { cancellationFee, describeFees, notDoneFee } from './fees.ts'

const policy = { cancelFeeCents: 2500, cancelFeeWithinHours: 24, notDoneFeeCents: 4000 }
const none = { cancelFeeCents: 0, cancelFeeWithinHours: 24, notDoneFeeCents: 0 }
const dollars = (cents: number) => `$${cents / 100}`
const visit = {
  startsAt: new Date('2026-11-24T14:00:00Z'),
  needsConfirmation: false,
  costCents: 12_999,
}

describe('what cancelling costs', () => {
  it.each([
    ['a day before', '2026-11-23T14:00:00Z', {}, policy, 0],
    ['a second later', '2026-11-23T14:00:01Z', {}, policy, 2500],
    ['once its time has begun', '2026-11-24T14:30:00Z', {}, policy, 2500],
    ['a visit for less', '2026-11-24T13:00:00Z', { costCents: 1000 }, policy, 1000],
    ['a request', '2026-11-24T13:00:00Z', { needsConfirmation: true }, policy, 0],
    ['without such a fee', '2026-11-24T13:00:00Z', {}, none, 0],
  ])('%s', (_, now, more, by, expected) => {
    expect(cancellationFee({ ...visit, ...more }, new Date(now), by)).toBe(expected)
  })
})

it('what could not be done costs no more than the visit', () => {
  expect([12_999, 1000, 0].map((cost) => notDoneFee(cost, policy))).toEqual([4000, 1000, 0])
  expect(notDoneFee(12_999, none)).toBe(0)
})

it('fees are said where there are any', () => {
  expect(describeFees(none, dollars)).toEqual([])
  expect(describeFees(policy, dollars)).toEqual([
    'Cancelling less than 24 hours before the visit costs $25.',
    'If we come and cannot do the service, as when nobody is there, it may cost up to $40.',
  ])
  expect(describeFees({ ...policy, cancelFeeWithinHours: 1, notDoneFeeCents: 0 }, dollars)).toEqual(
    ['Cancelling less than 1 hour before the visit costs $25.'],
  )
})
