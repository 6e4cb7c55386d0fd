import { expect, test } from 'vitest'
import type { Job } from '#shared/contract/jobs.ts'
import { stopsAround } from './stops.ts'

const visit = (id: string, hour: number, more: Partial<Job> = {}) =>
  ({
    id,
    technicianId: 'sam',
    status: 'assigned',
    scheduledDate: '2026-11-24',
    startsAt: `2026-11-24T${hour}:00:00.000Z`,
    ...more,
  }) as Job

test('the stops around a visit are those of its technician that day, in order, as it is now', () => {
  const job = visit('b', 16)
  const day = [
    visit('c', 18),
    // As it was when the day was read.
    visit('b', 20),
    visit('a', 14),
    visit('x', 15, { technicianId: 'kim' }),
    visit('y', 17, { status: 'cancelled' }),
    visit('z', 19, { scheduledDate: '2026-11-25' }),
  ]
  const { stops, at } = stopsAround(job, day)
  expect([stops.map(({ id }) => id), at]).toEqual([['a', 'b', 'c'], 1])
  expect(stops[1]).toBe(job)
  for (const alone of [
    visit('b', 16, { technicianId: null }),
    visit('b', 16, { status: 'cancelled' }),
  ])
    expect(stopsAround(alone, day)).toEqual({ stops: [alone], at: 0 })
})
