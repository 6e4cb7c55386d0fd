import { expect, test } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { stopsAround } from './day-stops-map.tsx'
import { labelAt } from '#shared/rules/test-slots.ts'

const visit = (id: string, slot: number, more: Partial<Job> = {}) =>
  ({
    id,
    technicianId: 'sam',
    status: 'assigned',
    scheduledDate: '2026-11-24',
    scheduledTime: labelAt(slot),
    ...more,
  }) as Job

test("a visit's stops are its technician's that day, in order, with its current values", () => {
  const job = visit('b', 3)
  const day = [
    visit('c', 4),
    // Its values when the day was read.
    visit('b', 5),
    visit('a', 1),
    visit('x', 2, { technicianId: 'kim' }),
    visit('y', 2, { status: 'cancelled' }),
    visit('z', 2, { scheduledDate: '2026-11-25' }),
  ]
  const { stops, at } = stopsAround(job, day)
  expect([stops.map(({ id }) => id), at]).toEqual([['a', 'b', 'c'], 1])
  expect(stops[1]).toBe(job)
  for (const alone of [
    visit('b', 3, { technicianId: null }),
    visit('b', 3, { status: 'cancelled' }),
  ])
    expect(stopsAround(alone, day)).toEqual({ stops: [alone], at: 0 })
})
