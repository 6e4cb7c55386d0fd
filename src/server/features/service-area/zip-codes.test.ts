import { expect, test } from 'vitest'
import { milesBetween } from '#shared/rules/service-area.ts'
import { centerOf } from './zip-codes.ts'

test.each([
  ['78701', { latitude: 30.2711, longitude: -97.7437 }],
  ['02108', { latitude: 42.3576, longitude: -71.0651 }],
  ['60614', { latitude: 41.9229, longitude: -87.6483 }],
  ['99929', { latitude: 56.37, longitude: -132.03 }],
])('the center of %s is where the city is', async (zip, place) => {
  const center = await centerOf(zip)
  expect(center && milesBetween(center, place)).toBeLessThan(12)
})

test.each(['00000', '99999', '73301'])('%s has no area', async (zip) => {
  expect(await centerOf(zip)).toBeUndefined()
})
