import { expect, it } from 'vitest'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { slotLabel, slots } from '#shared/rules/slots.ts'
import { affectedJobs, buildBoard, isDayBlocked, type SlotFacts } from './board.ts'

const visit = (id: string, slot: number, technicianId: string | null, status = 'assigned') =>
  ({
    id,
    technicianId,
    technician: technicianId ? { id: technicianId, name: `Name ${technicianId}`, phone: '' } : null,
    scheduledDate: '2026-11-24',
    scheduledTime: slotLabel(slot),
    status,
    needsConfirmation: false,
  }) as Job

const technician = (id: string, status: Technician['status'] = 'active') =>
  ({
    id,
    firstName: id,
    lastName: 'T',
    email: null,
    status,
    workingHours: null,
    daysOff: [{ id: '', from: '2026-11-25', to: '2026-11-25', reason: '' }],
  }) as unknown as Technician

const facts = (blocked: number[] = []): SlotFacts[] =>
  slots.map(({ number, label }) => ({
    timeSlot: label,
    status: blocked.includes(number) ? 'blocked' : 'open',
    capacity: 2,
    booked: 0,
    unassigned: 0,
    requests: 0,
    isBlocked: blocked.includes(number),
    blockedReason: '',
  }))
const build = (jobs: Job[], blocked: number[] = []) =>
  buildBoard('2026-11-24', jobs, facts(blocked), [
    technician('ann'),
    technician('ben'),
    technician('new', 'waiting'),
  ])

it('gives every active technician a row below the tray, and one to whoever else has a visit', () => {
  const { rows } = build([visit('1', 1, 'ann'), visit('2', 3, 'gone'), visit('3', 2, null)])
  expect(rows.map(({ id, name, visits }) => ({ id, name, visits }))).toEqual([
    { id: null, name: 'Unassigned', visits: 1 },
    { id: 'ann', name: 'ann T', visits: 1 },
    { id: 'ben', name: 'ben T', visits: 0 },
    { id: 'gone', name: 'Name gone', visits: 1 },
  ])
  expect(rows.at(-1)?.technician).toBeUndefined()
})

it('puts each visit in its slot and row, requests last, and leaves cancelled ones out', () => {
  const { rows, slots: times } = build([
    visit('a', 3, 'ben'),
    { ...visit('asked', 3, null, 'scheduled'), needsConfirmation: true },
    visit('b', 3, null, 'scheduled'),
    visit('c', 3, 'ann', 'cancelled'),
  ])
  const third = rows.map(({ cells }) => cells[2]?.map(({ id }) => id))
  expect(third).toEqual([['b', 'asked'], [], ['a']])
  // A request takes no seat.
  expect([times[2]?.jobs.length, times[2]?.booked]).toEqual([3, 2])
})

it('knows who does not work then', () => {
  const { rows } = buildBoard('2026-11-25', [], facts(), [technician('ann')])
  expect(rows.map(({ away }) => away.includes(true))).toEqual([false, true])
  expect(build([]).rows[1]?.away).not.toContain(true)
})

it('names the visits that a block would leave standing, without those done', () => {
  const { slots: times } = build([visit('a', 1, 'ann'), visit('b', 2, 'ann', 'completed')])
  expect(affectedJobs(times).map(({ id }) => id)).toEqual(['a'])
})

it('calls a day blocked only when all five slots are', () => {
  expect(isDayBlocked(facts())).toBe(false)
  expect(isDayBlocked(facts([1, 2, 3, 4]))).toBe(false)
  expect(isDayBlocked(facts([1, 2, 3, 4, 5]))).toBe(true)
  expect(isDayBlocked([])).toBe(false)
})
