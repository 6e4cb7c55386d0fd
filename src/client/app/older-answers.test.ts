import { afterEach, expect, test } from 'vitest'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { aBusiness } from '#client/testing/test-data.ts'
import { defaultSettings } from '#shared/rules/settings.ts'
import { queryClient } from './queries.ts'

afterEach(() => queryClient.clear())

const { uses: _, slotTimes: _2, earlierSlotTimes: _3, ...older } = aBusiness()
const key = ['GET /api/config']

/** What screens read after these answers, one after another. */
function readAfter(...answers: object[]) {
  for (const answer of answers) queryClient.setQueryData(key, answer)
  return queryClient.getQueryData<PublicConfig>(key)
}

test('with an older server, the first answer switches no parts on and has the usual times', () => {
  expect(readAfter(older)).toMatchObject({
    ...older,
    slotTimes: defaultSettings.slotTimes,
    earlierSlotTimes: [],
  })
  expect(readAfter()?.uses.waitlist).toBeFalsy()
})

test('fields it leaves out keep their known values, and fields it sends count', () => {
  const known = aBusiness({ supportPhone: '1', takesCash: true })
  const { takesCash: _4, ...without } = older
  expect(readAfter(known, { ...without, supportPhone: '2' })).toEqual({
    ...known,
    supportPhone: '2',
  })
  // Of parts that are newer than the server too.
  const { waitlist: _5, ...newer } = known.uses
  expect(readAfter({ ...known, uses: { waitlist: false } })?.uses).toEqual({
    ...newer,
    waitlist: false,
  })
})

test('planned tax rates end once the server no longer sends them', () => {
  const salesTaxRateChanges = [{ from: '2026-12-01', rateBp: 825 }]
  expect(readAfter(aBusiness({ salesTaxRateChanges }))).toHaveProperty('salesTaxRateChanges')
  expect(readAfter(aBusiness())).not.toHaveProperty('salesTaxRateChanges')
})

test('an unchanged answer keeps its parts, so that screens do not render again', () => {
  const first = readAfter(aBusiness())
  expect(readAfter(aBusiness())).toBe(first)
})

test('the office’s settings are completed too', () => {
  const { uses: _6, ...settings } = { ...defaultSettings, version: 1 }
  queryClient.setQueryData(['GET /api/admin/settings'], settings)
  expect(queryClient.getQueryData(['GET /api/admin/settings'])).toEqual({ ...settings, uses: {} })
})
