import { expect, test } from 'vitest'
import { planAssignments } from './plan-assignments.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const [capitol, airport, domain] = [
  { latitude: 30.2747, longitude: -97.7404 },
  { latitude: 30.1975, longitude: -97.6664 },
  { latitude: 30.4021, longitude: -97.7259 },
]
const visit = (id: string, slot: number, place: typeof capitol | null = null) => ({
  id,
  slot: slotAt(slot),
  place,
})
const anybody = () => true
const plan = (
  visits: Parameters<typeof planAssignments>[0],
  technicians: Parameters<typeof planAssignments>[1],
  mayTake: Parameters<typeof planAssignments>[2] = anybody,
) => Object.fromEntries(planAssignments(visits, technicians, mayTake))

test('the least busy technician gets a visit, which counts for the next', () => {
  const ann = { id: 'ann', stops: [visit('', 1)] }
  const ben = { id: 'ben', stops: [] }
  expect(plan([visit('a', 2), visit('b', 3), visit('c', 4)], [ann, ben])).toEqual({
    a: 'ben',
    b: 'ann',
    c: 'ben',
  })
})

test('with equal load the one with the nearest previous stop gets it', () => {
  const ann = { id: 'ann', stops: [visit('', 1, airport)] }
  const ben = { id: 'ben', stops: [visit('', 1, domain)] }
  expect(plan([visit('a', 2, domain), visit('b', 3, capitol)], [ann, ben])).toEqual({
    a: 'ben',
    b: 'ann',
  })
})

test('no technician is in two places at once or gets a visit they may not take', () => {
  const ann = { id: 'ann', stops: [] }
  expect(plan([visit('a', 2), visit('b', 2)], [ann])).toEqual({ a: 'ann', b: null })
  expect(plan([visit('a', 2)], [ann], () => false)).toEqual({ a: null })
  expect(plan([visit('a', 2)], [])).toEqual({ a: null })
})
