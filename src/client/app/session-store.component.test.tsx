import { beforeEach, expect, test } from 'vitest'
import { clearSessionStore, keep, readSessionStore, setStoreOwner } from './session-store.ts'

beforeEach(() => setStoreOwner(null))

test('what somebody typed is theirs alone, and there again when they come back', () => {
  setStoreOwner('ada')
  keep('note', 'mine')
  setStoreOwner(null)
  expect(readSessionStore('note')).toBe(null)
  setStoreOwner('ada')
  expect(readSessionStore('note')).toBe('mine')
})

test('once somebody else has signed in it is gone; what a visitor typed is not', () => {
  keep('note', 'a visitor')
  setStoreOwner('ada')
  keep('note', 'mine')
  setStoreOwner('bo')
  expect(readSessionStore('note')).toBe(null)
  expect(Object.keys(sessionStorage)).toEqual(['kept visitor note'])
})

test('signing out forgets all of it, in other tabs too', async () => {
  keep('note', 'a visitor')
  setStoreOwner('ada')
  keep('note', 'mine')
  clearSessionStore()
  expect(Object.keys(sessionStorage)).toEqual([])
  keep('note', 'typed before the other tab signed out')
  const channel = new BroadcastChannel('fivequart signed out')
  channel.postMessage('')
  await expect.poll(() => Object.keys(sessionStorage)).toEqual([])
})
