import { expect, test } from 'vitest'
import { overdue } from './overdue.ts'

const visit = { scheduledDate: '2026-05-04', startsAt: '2026-05-04T13:00:00.000Z' } as const
test.each([
  ['assigned', '2026-05-04T13:30:00Z', '2026-05-04', null],
  ['assigned', '2026-05-04T14:00:00Z', '2026-05-04', 'late'],
  ['scheduled', '2026-05-04T22:00:00Z', '2026-05-04', 'late'],
  ['in_progress', '2026-05-04T16:00:00Z', '2026-05-04', null],
  ['in_progress', '2026-05-05T14:00:00Z', '2026-05-05', 'unrecorded'],
  ['assigned', '2026-05-05T14:00:00Z', '2026-05-05', 'unrecorded'],
  ['completed', '2026-05-05T14:00:00Z', '2026-05-05', null],
  ['cancelled', '2026-05-05T14:00:00Z', '2026-05-05', null],
  ['assigned', '2026-05-03T14:00:00Z', '2026-05-03', null],
] as const)('%s at %s is %s', (status, now, today, expected) => {
  expect(overdue({ ...visit, status }, Date.parse(now), today)).toBe(expected)
})
