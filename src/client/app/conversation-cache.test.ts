import { expect, test } from 'vitest'
import type { Communication } from '#shared/contract/conversation.ts'
import { withEntry } from './conversation-cache.ts'

const entry = (id: string, minute: number): Communication => ({
  id,
  type: 'sms',
  direction: 'inbound',
  fromUserId: 'a',
  toUserId: 'b',
  event: null,
  message: id,
  clientId: null,
  readAt: null,
  createdAt: `2026-11-21T08:0${minute}:00.000Z`,
  receivedAt: `2026-11-21T08:0${minute}:00.000Z`,
})
const ids = (entries: Communication[]) => entries.map(({ id }) => id).join('')

test('an entry is sorted in by its time, once', () => {
  const known = [entry('a', 1), entry('c', 3)]
  expect(ids(withEntry(known, entry('d', 4)))).toBe('acd')
  expect(ids(withEntry(known, entry('b', 2)))).toBe('abc')
  expect(ids(withEntry(known, entry('0', 0)))).toBe('0ac')
  expect(ids(withEntry([], entry('a', 1)))).toBe('a')
  const read = [{ ...entry('a', 1), readAt: '2026-11-21T08:05:00.000Z' }]
  expect(withEntry(read, entry('a', 1))).toEqual(read)
})
