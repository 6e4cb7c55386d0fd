import { expect, it } from 'vitest'
import { wording } from '../texts/t.ts'
import { whyNotEndedYet } from './not-done.ts'

// Chicago in November: midnight is 6:00 UTC.
const clock = {
  dateOf: (instant: Date) => new Date(instant.getTime() - 6 * 3_600_000).toISOString().slice(0, 10),
  timeOf: () => '8:00 AM',
}
const startsAt = new Date('2026-11-24T14:00:00Z')
const laterDay = 'This visit is on a later day. Until then the office can cancel it.'
const tooEarly =
  'The visit begins at 8:00 AM, so no one has missed it yet. Please wait, or choose another reason.'

it.each([
  ['2026-11-24T05:59:59Z', 'unsafe', laterDay],
  ['2026-11-24T05:59:59Z', 'no_show', laterDay],
  ['2026-11-24T05:59:59Z', null, laterDay],
  ['2026-11-24T06:00:00Z', 'unsafe', null],
  ['2026-11-24T06:00:00Z', null, null],
  ['2026-11-24T06:00:00Z', 'no_show', tooEarly],
  ['2026-11-24T13:44:59Z', 'no_show', tooEarly],
  ['2026-11-24T13:45:00Z', 'no_show', null],
  ['2026-11-26T13:45:00Z', 'no_show', null],
] as const)('at %s for %s: %s', (at, reason, expected) => {
  const why = whyNotEndedYet({ startsAt, isStarted: false }, reason, new Date(at), clock)
  expect(why && wording(why)).toBe(expected)
})

it('a visit started before its day can end, though not as a no-show', () => {
  const started = { startsAt, isStarted: true }
  const at = new Date('2026-11-23T14:00:00Z')
  expect(whyNotEndedYet(started, 'unsafe', at, clock)).toBeNull()
  const why = whyNotEndedYet(started, 'no_show', at, clock)
  expect(why && wording(why)).toBe(tooEarly)
})
