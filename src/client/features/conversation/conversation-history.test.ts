import { expect, test } from 'vitest'
import { entryTimes } from './conversation-history.tsx'

const shown = { as: 'Received', timeZone: 'America/Chicago', today: '2026-05-04' }
const at = (
  createdAt: string,
  receivedAt = createdAt,
  type: 'sms' | 'system_notification' = 'sms',
) => entryTimes({ createdAt, receivedAt, type }, shown).map((words) => words.replace(/\s/g, ' '))

test.each([
  [at('2026-05-04T14:02:00Z'), ['Received', '9:02 AM']],
  [at('2026-05-04T14:02:00Z', '2026-05-04T14:05:00Z'), ['Received', '9:02 AM']],
  [at('2026-05-04T14:02:00Z', '2026-05-04T17:00:00Z'), ['Written 9:02 AM', 'Received', '12:00 PM']],
  [
    at('2026-05-04T14:02:00Z', '2026-05-04T17:00:00Z', 'system_notification'),
    ['Happened 9:02 AM', 'Received', '12:00 PM'],
  ],
  [
    at('2026-05-03T14:02:00Z', '2026-05-04T17:00:00Z'),
    ['Written Sun, May 3, 9:02 AM', 'Received', '12:00 PM'],
  ],
])('%j', (words, expected) => {
  expect(words).toEqual(expected)
})
