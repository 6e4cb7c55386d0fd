import { expect, test } from 'vitest'
import type { JobStatus } from './jobs.ts'
import { datesTaken } from './vehicle-days.ts'

const visit = (vehicleId: string, scheduledDate: string, status: JobStatus = 'scheduled') => ({
  vehicleId,
  scheduledDate,
  status,
})
const visits = [
  visit('accord', '2030-01-07'),
  visit('accord', '2030-01-07', 'completed'),
  visit('accord', '2030-01-08'),
  visit('accord', '2030-01-09', 'cancelled'),
  visit('civic', '2030-01-10'),
]

test.each([
  ['accord', 1, ['2030-01-07', '2030-01-08']],
  ['accord', 2, ['2030-01-07']],
  ['accord', 0, []],
  ['civic', 1, ['2030-01-10']],
  ['another', 1, []],
])('the %s with at most %i a day is unavailable on %j', (car, most, dates) => {
  expect(datesTaken(car, visits, most)).toEqual(dates)
})
