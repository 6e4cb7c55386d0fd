import { expect, test } from 'vitest'
import { tickedAfter } from './checklist.ts'

const [a, b, c] = ['vehicle_inspection', 'oil_drained', 'oil_filled'] as const

test.each([
  ['without what was seen all is as it says', [a, b], { items: [c] }, [c]],
  ['a tick beside one that was not seen yet keeps both', [a], { items: [b], seen: [] }, [a, b]],
  ['what was taken back is, and nothing else', [a, b, c], { items: [a], seen: [a, b] }, [a, c]],
  ['ticked by both it is ticked once', [a], { items: [a], seen: [] }, [a]],
  ['the order is that of work', [], { items: [c, a], seen: [] }, [a, c]],
])('%s', (_what, ticked, ticking, after) => {
  expect(tickedAfter(ticked, ticking)).toEqual(after)
})
