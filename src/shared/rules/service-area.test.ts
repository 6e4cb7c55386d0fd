import { describe, expect, test } from 'vitest'
import { areaOf, findZip, milesBetween } from './service-area.ts'

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
  // Over the date line it is the short way that counts.
  expect(
    milesBetween({ latitude: 0, longitude: 179.9 }, { latitude: 0, longitude: -179.9 }),
  ).toBeCloseTo(13.8, 1)
})

describe('a place is', () => {
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

  test('judged by the spot that reaches it best, whatever their order', () => {
    const spots = [spot(austin, 10), spot(roundRock, 8)]
    expect(areaOf(roundRock, spots)).toBe('inside')
    expect(areaOf(roundRock, spots.toReversed())).toBe('inside')
    expect(areaOf(north(10.5), spots)).toBe('inside')
  })

  test('inside everywhere for a business without spots, if the place exists', () => {
    expect(areaOf(north(3000), [])).toBe('inside')
    expect(areaOf(undefined, [])).toBe('unknown')
  })
})

describe('the ZIP code of', () => {
  test.each([
    ['1107 Barton Springs Road, Austin, TX 78704', '78704'],
    ['12001 Metric Boulevard, Austin, TX 78758', '78758'],
    ['500 Congress Ave, Austin, TX 78701-1234', '78701'],
    ['500 Congress Ave, Austin, TX 78701, USA', '78701'],
    ['500 Congress Ave, Austin, TX 78701 USA', '78701'],
    ['500 Congress Ave\nAustin, TX  78701 \n', '78701'],
    ['500 Congress Ave Austin Texas 78701.', '78701'],
    ['12 Elm St, Austin TX 78701, behind gate 4', '78701'],
    ['12 Elm St, Austin TX 78701, gate 12345', '78701'],
    ['12 Elm St, Austin TX 78701, apt 10234', '78701'],
    ['1 Main St, Boston, MA 02108', '02108'],
    ['78704', '78704'],
    ['  78704-0001  ', '78704'],
    ['12001 Metric Boulevard, Austin', null],
    ['12001, Metric Boulevard, Austin', null],
    ['500 Congress Ave, Austin, TX', null],
    ['Apt 10234', null],
    ['PO Box 12345', null],
    ['Call 512-555-0142', null],
    ['Order 123456', null],
    ['A78701', null],
    ['', null],
  ])('%j is %j', (address, zip) => {
    expect(findZip(address)).toBe(zip)
  })
})
