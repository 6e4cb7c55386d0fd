import { afterEach, beforeEach, expect, test } from 'vitest'
import { travelBack, travelTo } from '#server/base/clock.ts'
import { changeCount, invalidate, invalidateAll, recall, remember } from './session-cache.ts'

const person = (id: string, sessionHash = `session of ${id}`) => ({
  id,
  sessionHash,
  language: null,
  role: 'customer' as const,
  active: true,
})
const inAnHour = () => new Date(Date.now() + 3_600_000)
const keep = (one: ReturnType<typeof person>, end = inAnHour()) => remember(one, end, changeCount())

beforeEach(invalidateAll)
afterEach(travelBack)

test('a session is cached for half a minute', () => {
  keep(person('ada'))
  expect(recall('session of ada')).toEqual(person('ada'))
  travelTo(new Date(Date.now() + 30_001))
  expect(recall('session of ada')).toBeUndefined()
})

test('never beyond its expiry', () => {
  keep(person('ada'), new Date(Date.now() + 1000))
  travelTo(new Date(Date.now() + 1001))
  expect(recall('session of ada')).toBeUndefined()
})

test('an answer loaded during an invalidation is not cached', () => {
  const before = changeCount()
  invalidate({ userId: 'ada' })
  remember(person('ada'), inAnHour(), before)
  expect(recall('session of ada')).toBeUndefined()
})

test('one session or all of a person are invalidated, others stay', () => {
  for (const hash of ['a', 'b']) keep(person('ada', hash))
  keep(person('eve'))
  invalidate({ sessionHash: 'a' })
  expect([recall('a'), recall('b')]).toEqual([undefined, person('ada', 'b')])
  invalidate({ userId: 'ada' })
  expect(recall('b')).toBeUndefined()
  expect(recall('session of eve')).toEqual(person('eve'))
})

test('above five thousand, the least recently used is dropped', () => {
  for (let n = 0; n < 5000; n += 1) keep(person(`p${n}`))
  recall('session of p0')
  keep(person('one more'))
  expect(recall('session of p0')).toBeDefined()
  expect(recall('session of p1')).toBeUndefined()
})
