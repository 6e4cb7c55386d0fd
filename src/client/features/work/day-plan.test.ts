import { expect, it } from 'vitest'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { planDay } from './day-plan.ts'

const today = '2026-11-24'
const job = (id: string, scheduledDate: string, slot: number, status: JobStatus) => ({
  id,
  scheduledDate,
  scheduledTime: slotLabel(slot),
  status,
})
const ids = (jobs: { id: string }[]) => jobs.map(({ id }) => id)

it('puts the day in the order of its slots, mornings first', () => {
  const plan = planDay(
    [
      job('afternoon', today, 3, 'assigned'),
      job('late morning', today, 2, 'assigned'),
      job('morning', today, 1, 'completed'),
      job('off', today, 4, 'cancelled'),
    ],
    today,
  )
  expect(ids(plan.todays)).toEqual(['morning', 'late morning', 'afternoon'])
  expect(plan).toMatchObject({ completed: 1, inProgress: 0, next: { id: 'late morning' } })
})

it('goes on with what was started, even when that was yesterday', () => {
  const plan = planDay(
    [job('first', today, 1, 'assigned'), job('started', '2026-11-23', 5, 'in_progress')],
    today,
  )
  expect(plan.next?.id).toBe('started')
  expect(plan.inProgress).toBe(1)
})

it('lists other days: left over, ahead, then done with the newest first', () => {
  const plan = planDay(
    [
      job('done long ago', '2026-11-02', 1, 'completed'),
      job('done', '2026-11-20', 1, 'completed'),
      job('left over', '2026-11-21', 1, 'assigned'),
      job('next week', '2026-12-01', 1, 'assigned'),
      job('tomorrow', '2026-11-25', 2, 'assigned'),
    ],
    today,
  )
  expect(ids(plan.others)).toEqual(['left over', 'tomorrow', 'next week', 'done', 'done long ago'])
  expect(plan.next).toBeUndefined()
})
