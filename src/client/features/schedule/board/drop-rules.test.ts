import { expect, test } from 'vitest'
import { aTechnician } from '#client/testing/test-data.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { SlotFacts } from './board.ts'
import { refusal as refusalOf, whyFixed } from './drop-rules.ts'
import type { Road } from '#shared/rules/road.ts'
import { minutesAway } from '#shared/rules/travel.ts'
import { labelAt, slotLabels } from '#shared/rules/test-slots.ts'

const date = '2026-11-24'
const refusal = (...asked: Parameters<typeof refusalOf>) => refusalOf(...asked)?.words ?? null
const visit = (part: Partial<BoardVisit> = {}) =>
  ({
    id: 'own',
    vehicleId: 'camry',
    technicianId: null,
    scheduledDate: date,
    scheduledTime: labelAt(1),
    status: 'scheduled',
    needsConfirmation: false,
    oilType: 'full_synthetic',
    ...part,
  }) as BoardVisit
const open: SlotFacts[] = slotLabels.map((timeSlot) => ({
  timeSlot,
  status: 'open',
  capacity: 2,
  booked: 0,
  unassigned: 0,
  requests: 0,
  isBlocked: false,
  blockedReason: '',
}))
const withSlot = (number: number, part: Partial<SlotFacts>) =>
  open.map((slot, at) => (at + 1 === number ? { ...slot, ...part } : slot))
const ann = aTechnician({ id: 'ann', firstName: 'Ann', lastName: 'Lee', skills: [] })
const to = (slot: number, technicianId: string | null = null) => ({
  date,
  slot: labelAt(slot),
  technicianId,
})
const other = (part: Partial<BoardVisit>) => visit({ id: 'other', vehicleId: 'golf', ...part })

test.each<[string, Partial<SlotFacts>, string | null]>([
  ['free', {}, null],
  ['full', { booked: 2 }, 'Full'],
  ['blocked', { status: 'blocked', isBlocked: true }, 'Blocked'],
  ['past', { status: 'past' }, 'Past'],
  ['closed', { status: 'closed' }, 'Closed'],
])('a slot that is %s', (_, part, words) => {
  const day = { jobs: [visit()], slots: withSlot(2, part), technician: undefined }
  expect(refusal(visit(), to(2), day)).toBe(words)
  // In its own slot it can be assigned even if the time is unavailable.
  const here = { jobs: [visit()], slots: withSlot(1, part), technician: ann }
  expect(refusal(visit(), to(1, 'ann'), here)).toBeNull()
})

test('a technician with another visit at that time cannot take one, and the unassigned row takes any', () => {
  const busy = other({ technicianId: 'ann', status: 'assigned', scheduledTime: labelAt(2) })
  const day = { jobs: [visit(), busy], slots: open, technician: ann }
  expect(refusal(visit(), to(2, 'ann'), day)).toBe('Has another visit at that time')
  expect(refusal(visit(), to(3, 'ann'), day)).toBeNull()
  expect(refusal(visit(), to(2), day)).toBeNull()
  expect(refusal(visit(), to(3, 'gone'), { ...day, technician: undefined })).toBe(
    'May not take visits',
  )
})

test('an absent technician, or one without the skill, is refused', () => {
  const away = { ...ann, daysOff: [{ id: '', from: date, to: date, reason: '' }] }
  const day = { jobs: [visit()], slots: open }
  expect(refusal(visit(), to(2, 'ann'), { ...day, technician: away })).toMatch(/^Ann Lee is off on/)
  const diesel = visit({ oilType: 'diesel_full_synthetic' })
  expect(refusal(diesel, to(1, 'ann'), { ...day, technician: ann })).toBe(
    'Ann Lee has no diesel skill.',
  )
})

const road: Road = {
  drive: minutesAway,
  weekday: 2,
  bufferMinutes: 10,
  hours: { from: '08:00', to: '18:00' },
  starts: [],
}
const there = { latitude: 30.274_711, longitude: -97.740_38 }
/** About 20 miles north. */
const away = { latitude: 30.574_711, longitude: -97.740_38 }

test('a drive too long is no reason to refuse a drop, but one to ask', () => {
  const theirs = other({ technicianId: 'ann', status: 'assigned', coordinates: away, minutes: 45 })
  const moved = visit({ coordinates: there, minutes: 45 })
  const day = { jobs: [moved, theirs], slots: open, technician: ann, road }
  const found = refusalOf(moved, to(2, 'ann'), day)
  expect(found?.mayInsist).toBe(true)
  expect(found?.words).toMatch(/^Ann Lee cannot get there in time: the/)
  expect(refusalOf(moved, to(4, 'ann'), day)).toBeNull()
  expect(refusalOf(moved, to(2, 'ann'), { ...day, road: undefined })).toBeNull()
  // With two reasons, the one the office cannot override is shown.
  expect(refusalOf(moved, to(1, 'ann'), day)).toEqual({
    words: 'Has another visit at that time',
    mayInsist: false,
  })
})

test('a car is in one place at a time', () => {
  const same = other({ vehicleId: 'camry', scheduledTime: labelAt(2) })
  const day = { jobs: [visit(), same], slots: open, technician: undefined }
  expect(refusal(visit(), to(2), day)).toBe('This car has another visit at that time')
})

test('a request is moved or confirmed, but not both at once', () => {
  const request = visit({ needsConfirmation: true })
  const day = { jobs: [request], slots: open, technician: ann }
  expect(refusal(request, to(2), day)).toBeNull()
  expect(refusal(request, to(1, 'ann'), day)).toBeNull()
  expect(refusal(request, to(2, 'ann'), day)).toBe('Confirm the request first')
  expect(refusal(request, to(1, 'ann'), { ...day, slots: withSlot(1, { booked: 2 }) })).toBe('Full')
})

test('a started or locked visit cannot move', () => {
  expect(whyFixed(visit())).toBeNull()
  expect(whyFixed(visit({ technicianLock: 'office' }))).toBe('Locked. Remove the lock first.')
  expect(whyFixed(visit({ technicianLock: 'promise' }))).toBeNull()
  expect(whyFixed(visit({ status: 'in_progress' }))).toBe('This visit is already in progress.')
})
