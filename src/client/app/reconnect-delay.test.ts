import { expect, test } from 'vitest'
import { reconnectDelay } from './socket.ts'

test.each([
  [0, 3_000, 3_600],
  [1, 4_500, 5_400],
  [2, 6_750, 8_100],
  [5, 22_781, 27_338],
  [6, 25_000, 30_000],
  [1000, 25_000, 30_000],
])('after %i failures between %i and %i ms', (failures, shortest, longest) => {
  expect(reconnectDelay(failures, 0)).toBeCloseTo(shortest, -1)
  expect(reconnectDelay(failures, 1)).toBeCloseTo(longest, -1)
})
