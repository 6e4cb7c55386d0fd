import { describe, expect, test } from 'vitest'
import { areaOf, milesBetween } from './service-area.ts'

const austin = { latitude: 30.2648, longitude: -97.7472 }
const roundRock = { latitude: 30.5087, longitude: -97.6774 }
/** A degree of latitude is 69.09 miles. */
const north = (miles: number) => ({ ...austin, latitude: austin.latitude + miles / 69.0935 })
const spot = (place: typeof austin, radiusMiles: number) => ({ ...place, radiusMiles })

test('distances are miles over the globe', () => {
  const [chicago, newYork] = [
    { latitude: 41.8781, longitude: -87.6298 },
    { latitude: 40.7128, longitude: -74.006 },
  ]
  expect(milesBetween(chicago, newYork)).toBeCloseTo(711, 0)
  expect(milesBetween(austin, austin)).toBe(0)
  expect(milesBetween(austin, north(10))).toBeCloseTo(10, 2)
  // The shorter way across the date line counts.
  expect(
    milesBetween({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 }),
  ).toBeCloseTo(13.8, 1)
})

describe('a location is', () => {
  test.each([
    ['at the spot', austin, 'inside'],
    ['just within the radius', north(9.9), 'inside'],
    ['just beyond it', north(10.1), 'near'],
    ['within the margin', north(13.9), 'near'],
    ['beyond the margin', north(14.1), 'outside'],
    ['in another state', { latitude: 41.8781, longitude: -87.6298 }, 'outside'],
    ['nobody knows where', undefined, 'unknown'],
  ] as const)('%s', (_, place, answer) => {
    expect(areaOf(place, [spot(austin, 10)])).toBe(answer)
  })

  test('judged by the spot it is deepest in, in any order', () => {
    const spots = [spot(austin, 10), spot(roundRock, 8)]
    expect(areaOf(roundRock, spots)).toBe('inside')
    expect(areaOf(roundRock, spots.toReversed())).toBe('inside')
    expect(areaOf(north(10.5), spots)).toBe('inside')
  })

  test('inside everywhere for a business without spots, if it exists', () => {
    expect(areaOf(north(3000), [])).toBe('inside')
    expect(areaOf(undefined, [])).toBe('unknown')
  })
})
