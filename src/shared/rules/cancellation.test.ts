import { describe, expect, it } from 'vitest'
import { cancellations, cancellationOf, enoughNotice } from './cancellation.ts'

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

it('once the work has begun only the office cancels, and only who works there ends it as not done', () => {
  expect(cancellations.cancel).toMatchObject({ by: ['customer', 'admin'] })
  expect(cancellations.cancelStarted).toMatchObject({ from: ['in_progress'], by: ['admin'] })
  expect(cancellations.notDone.by).toEqual(['technician', 'admin'])
  expect(cancellationOf('in_progress', 'customer')).toBe('cancel')
  expect(cancellationOf('in_progress', 'admin')).toBe('cancelStarted')
  expect(cancellationOf('assigned', 'admin')).toBe('cancel')
})
