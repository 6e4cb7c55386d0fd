import { clear, createStore, values } from 'idb-keyval'
import { expect, test } from 'vitest'
import { aPerson } from '#client/testing/test-data.ts'
import { clearOfflineCache, saveReads } from './offline-cache.ts'
import { offlineOwner } from './offline-owner.ts'
import { queryClient } from './queries.ts'

const store = createStore('fivequart-reads', 'reads')
const kept = async () =>
  (await values<{ queryKey: readonly unknown[] }>(store)).map(({ queryKey }) => String(queryKey[0]))

test('saved reads that the browser wiped under the open page are saved again, until the person leaves', async () => {
  // Pages tested before in this browser may have saved theirs.
  await clearOfflineCache()
  // Pages tested before in this browser may have saved theirs.
  await clearOfflineCache()
  const person = aPerson({ role: 'technician' })
  queryClient.setQueryData(['GET /api/auth/user'], person)
  queryClient.setQueryData(['GET /api/jobs/technician'], [])
  saveReads(person.id)
  const all = ['GET /api/auth/user', 'GET /api/jobs/technician']
  await expect.poll(async () => (await kept()).toSorted()).toEqual(all)
  await clear(store)
  localStorage.clear()
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  const hide = () => document.dispatchEvent(new Event('visibilitychange'))
  hide()
  await expect.poll(async () => (await kept()).toSorted()).toEqual(all)
  expect(offlineOwner()).toBe(person.id)

  await clearOfflineCache()
  hide()
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([await kept(), offlineOwner()]).toEqual([[], null])
  Reflect.deleteProperty(document, 'visibilityState')
  // What an older server leaves out is still completed.
  queryClient.setQueryData(['GET /api/config'], {})
  expect(queryClient.getQueryData(['GET /api/config'])).toMatchObject({ uses: {} })
})
