import { expect, test } from 'vitest'
import { minutesAway } from './travel.ts'

const capitol = { latitude: 30.2747, longitude: -97.7404 }

test.each([
  // Straight-line miles by the law of cosines, times 1.3, at 25 mph.
  ['the same door', capitol, 1],
  ['a block away, 0.07 miles', { latitude: 30.2757, longitude: -97.7404 }, 1],
  ['Austin airport, 6.93 miles', { latitude: 30.1975, longitude: -97.6664 }, 22],
  ['Round Rock, 16.55 miles', { latitude: 30.5083, longitude: -97.6789 }, 52],
  ['San Antonio, 74.1 miles', { latitude: 29.4241, longitude: -98.4936 }, 232],
])('to %s', (_, from, minutes) => {
  expect(minutesAway(from, capitol)).toBe(minutes)
  expect(minutesAway(capitol, from)).toBe(minutes)
})

test('crossing the date line is no trip around the world', () => {
  const west = { latitude: 51.9, longitude: 179.9 }
  expect(minutesAway(west, { latitude: 51.9, longitude: -179.9 })).toBeLessThan(40)
})
