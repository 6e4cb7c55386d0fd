import { afterEach, expect, test, vi } from 'vitest'
import { clockSkew, knownClockSkew, noteServerTime } from './server-clock.ts'

const noon = Date.parse('2026-11-28T12:00:00Z')
const iso = (ms: number) => new Date(ms).toISOString()

afterEach(() => vi.useRealTimers())

/** An answer that took 4 seconds, of a server whose clock is that many ms ahead. */
function hear(ahead: number) {
  vi.useFakeTimers({ now: noon, toFake: ['Date', 'performance'] })
  vi.advanceTimersByTime(4000)
  noteServerTime(iso(noon + 2000 + ahead), noon)
}

test.each([
  [0, 0],
  // Within the time the answer took, no clock is wrong.
  [1900, 0],
  [3 * 3_600_000, 3 * 3_600_000],
  [-3 * 3_600_000, -3 * 3_600_000],
])('a server %i ms ahead: this clock is corrected by %i', (ahead, skew) => {
  hear(ahead)
  expect([clockSkew(), knownClockSkew()]).toEqual([skew, skew])
})

test('after the clock was changed, the earlier skew is not used for newer work', () => {
  hear(3_600_000)
  vi.advanceTimersByTime(600_000)
  expect(knownClockSkew()).toBe(3_600_000)
  vi.setSystemTime(noon + 3_600_000)
  expect(knownClockSkew()).toBe(undefined)
  expect(clockSkew()).toBe(3_600_000)
})

test('a header without a time changes nothing', () => {
  hear(5_000_000)
  noteServerTime(null, noon)
  noteServerTime('now', noon)
  expect(clockSkew()).toBe(5_000_000)
})
