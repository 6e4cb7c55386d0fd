import { describe, expect, it } from 'vitest'
import { enoughNotice } from './cancellation.ts'

describe('enoughNotice', () => {
  const startsAt = new Date('2026-11-24T14:00:00Z')
  it.each([
    ['a day before, 24 hours asked', '2026-11-23T14:00:00Z', 24, true],
    ['a second later', '2026-11-23T14:00:01Z', 24, false],
    ['nothing asked, started long ago', '2026-11-25T14:00:00Z', 0, true],
  ])('%s', (_, now, hours, expected) => {
    expect(enoughNotice(startsAt, new Date(now), hours)).toBe(expected)
  })
})
