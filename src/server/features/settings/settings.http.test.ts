import { expect, test } from 'vitest'
import { db, notify } from '#server/database/database.ts'
import { settings } from '#server/database/tables/settings.ts'
import { useTestDatabase } from '#server/database/test-database.ts'
import { defaultSettings, type Settings } from '#shared/rules/settings.ts'
import { changeSettings } from './actions/change-settings.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { subscribeToSettings, loadSettings } from './queries.ts'

useTestDatabase()

test('a fresh business starts from the defaults', async () => {
  await loadSettings()
  expect(currentSettings()).toEqual(defaultSettings)
})

test('changes accumulate and take effect at once', async () => {
  await changeSettings({ leadDays: 0 })
  await changeSettings({ brandName: 'Quick Oil', leadDays: 2 })
  expect(currentSettings()).toEqual({ ...defaultSettings, brandName: 'Quick Oil', leadDays: 2 })
  expect(await db().select().from(settings)).toMatchObject([{ id: 1, version: 2 }])
})

test('changes by another process are picked up', async () => {
  await subscribeToSettings()
  await db()
    .insert(settings)
    .values({ id: 1, changed: { slotCapacity: 4 } })
  await notify('settings', '1')
  await expect.poll(() => currentSettings().slotCapacity).toBe(4)
})

test.each<[Partial<Settings>, RegExp]>([
  [{ timeZone: 'Mars/Olympus' }, /time zone/],
  [{ serviceDays: [0, 1] }, /service day/],
  [{ serviceDays: [8] }, /service day/],
])('%j is refused', async (patch, message) => {
  await expect(changeSettings(patch)).rejects.toThrow(message)
  expect(await db().$count(settings)).toBe(0)
})

test('service days are stored in order, once each', async () => {
  await changeSettings({ serviceDays: [6, 2, 6, 1] })
  expect(currentSettings().serviceDays).toEqual([1, 2, 6])
})
