import { beforeEach, expect, test } from 'vitest'
import {
  clearSessionStore,
  writeSessionStore,
  readSessionStore,
  setStoreOwner,
} from './session-store.ts'

beforeEach(() => setStoreOwner(null))

test('typed text belongs to one user, and is there again when they return', () => {
  setStoreOwner('ada')
  writeSessionStore('note', 'mine')
  setStoreOwner(null)
  expect(readSessionStore('note')).toBe(null)
  setStoreOwner('ada')
  expect(readSessionStore('note')).toBe('mine')
})

test("another user's sign-in deletes it, but not a visitor's text", () => {
  writeSessionStore('note', 'a visitor')
  setStoreOwner('ada')
  writeSessionStore('note', 'mine')
  setStoreOwner('bo')
  expect(readSessionStore('note')).toBe(null)
  expect(Object.keys(sessionStorage)).toEqual(['kept visitor note'])
})

test('signing out deletes all of it, in other tabs too', async () => {
  writeSessionStore('note', 'a visitor')
  setStoreOwner('ada')
  writeSessionStore('note', 'mine')
  clearSessionStore()
  expect(Object.keys(sessionStorage)).toEqual([])
  writeSessionStore('note', 'typed before the other tab signed out')
  const channel = new BroadcastChannel('fivequart signed out')
  channel.postMessage('')
  await expect.poll(() => Object.keys(sessionStorage)).toEqual([])
})
