import { expect, it } from 'vitest'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { carsAtPlace, planDay, visitsToPreload } from './day-plan.ts'
import { labelAt } from '#shared/rules/test-slots.ts'

const today = '2026-11-24'
const job = (id: string, scheduledDate: string, slot: number, status: JobStatus) => ({
  id,
  scheduledDate,
  scheduledTime: labelAt(slot),
  status,
})
const ids = (jobs: { id: string }[]) => jobs.map(({ id }) => id)

it('sorts the day by slot, mornings first', () => {
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

it("continues with a started visit, even yesterday's", () => {
  const plan = planDay(
    [job('first', today, 1, 'assigned'), job('started', '2026-11-23', 5, 'in_progress')],
    today,
  )
  expect(plan.next?.id).toBe('started')
  expect(plan.inProgress).toBe(1)
})

it('lists other days: overdue, upcoming, then completed with the newest first', () => {
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

it('selects for offline use: started visits, today and the next days, twelve at most', () => {
  const tomorrow = Array.from({ length: 12 }, (_, n) =>
    job(`tomorrow ${n}`, '2026-11-25', (n % 5) + 1, 'assigned'),
  )
  const some = [
    job('next month', '2026-12-24', 1, 'assigned'),
    job('after the weekend', '2026-11-28', 1, 'assigned'),
    job('now', today, 2, 'assigned'),
    job('done today', today, 1, 'completed'),
    job('done before', '2026-11-23', 1, 'completed'),
    job('left over', '2026-11-20', 1, 'assigned'),
    job('started', '2026-11-23', 5, 'in_progress'),
  ]
  const taken = ['started', 'done today', 'now']
  expect(ids(visitsToPreload(some, today))).toEqual([...taken, 'after the weekend'])
  const many = ids(visitsToPreload([...some, ...tomorrow], today))
  expect(many.slice(0, 3)).toEqual(taken)
  expect(many).toHaveLength(12)
})

it('lists the cars at an address, and the next open one after a car', () => {
  const at = (id: string, slot: number, status: JobStatus, serviceAddress = '1 Yard Rd') => ({
    ...job(id, today, slot, status),
    serviceAddress,
    outcome: id === 'skipped' ? ('not_done' as const) : null,
  })
  const first = at('first', 1, 'assigned')
  const done = at('done', 3, 'completed')
  const jobs = [
    at('last', 5, 'assigned'),
    at('skipped', 2, 'cancelled'),
    first,
    at('off', 2, 'cancelled'),
    at('elsewhere', 4, 'assigned', '2 Yard Rd'),
    done,
    { ...at('tomorrow', 1, 'assigned'), scheduledDate: '2026-11-25' },
  ]
  const here = carsAtPlace(done, jobs)
  expect(ids(here.cars)).toEqual(['first', 'skipped', 'done', 'last'])
  expect(here.next?.id).toBe('last')
  const last = { ...at('last', 5, 'completed') }
  expect(carsAtPlace(last, [first, done, last]).next?.id).toBe('first')
  expect(carsAtPlace(first, [first, done]).next).toBeUndefined()
})
