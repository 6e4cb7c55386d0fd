import { expect, it } from 'vitest'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { slotLabel, slots } from '#shared/rules/slots.ts'
import { affectedJobs, buildBoard, busyTechnicians, isDayBlocked } from './board.ts'

const visit = (id: string, slot: number, technicianId: string | null, status = 'assigned') =>
  ({
    id,
    technicianId,
    technician: technicianId ? { id: technicianId, name: `Name ${technicianId}`, phone: '' } : null,
    scheduledDate: '2026-11-24',
    scheduledTime: slotLabel(slot),
    status,
  }) as Job

const technician = (id: string, status: Technician['status'] = 'active') =>
  ({ id, firstName: id, lastName: 'T', email: null, status }) as Technician

const build = (jobs: Job[], blocked: number[] = []) =>
  buildBoard(
    jobs,
    slots.map(({ number, label }) => ({
      timeSlot: label,
      isBlocked: blocked.includes(number),
      blockedReason: '',
    })),
    [technician('ann'), technician('ben'), technician('new', 'waiting')],
  )

it('gives every active technician a column, and one to whoever else has a visit', () => {
  const { columns } = build([visit('1', 1, 'ann'), visit('2', 3, 'gone'), visit('3', 2, null)])
  expect(columns).toEqual([
    { id: null, name: 'Unassigned', jobs: 1 },
    { id: 'ann', name: 'ann T', jobs: 1 },
    { id: 'ben', name: 'ben T', jobs: 0 },
    { id: 'gone', name: 'Name gone', jobs: 1 },
  ])
})

it('puts each visit in its slot and column and leaves cancelled ones out', () => {
  const { rows } = build([
    visit('a', 3, 'ben'),
    visit('b', 3, null, 'scheduled'),
    visit('c', 3, 'ann', 'cancelled'),
  ])
  const [, , third] = rows
  expect(third?.cells.map((cell) => cell.map(({ id }) => id))).toEqual([['b'], [], ['a']])
  expect(rows.flatMap((row) => row.jobs)).toHaveLength(2)
})

it('names the visits that a block would leave standing, without those done', () => {
  const { rows } = build([visit('a', 1, 'ann'), visit('b', 2, 'ann', 'completed')])
  expect(affectedJobs(rows).map(({ id }) => id)).toEqual(['a'])
})

it('calls a day blocked only when all five slots are', () => {
  const none = build([]).rows
  expect(isDayBlocked(none)).toBe(false)
  expect(isDayBlocked(build([], [1, 2, 3, 4]).rows)).toBe(false)
  expect(isDayBlocked(build([], [1, 2, 3, 4, 5]).rows)).toBe(true)
  expect(isDayBlocked([])).toBe(false)
})

it('knows who is busy in the slot of a visit', () => {
  const own = visit('own', 2, 'ann')
  const others = [visit('x', 2, 'ben'), visit('y', 3, 'cem'), visit('z', 2, 'dia', 'cancelled')]
  expect([...busyTechnicians(own, [own, ...others])]).toEqual(['ben'])
})
