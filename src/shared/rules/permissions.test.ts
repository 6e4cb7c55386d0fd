import { describe, expect, it } from 'vitest'
import { jobStatuses } from './jobs.ts'
import {
  mayCorrectAddon,
  mayCorrectCharge,
  mayKnowCustomer,
  mayManageBooking,
  maySeeJob,
  maySeePhones,
  mayTakeJob,
  mayUseSavedCards,
  mayWorkOnJob,
} from './permissions.ts'
import type { Person } from './roles.ts'

const customer = { id: 'c1', role: 'customer', active: true } as const
const until = new Date('2026-12-24T14:00:00Z')
const people = {
  owner: customer,
  'other customer': { id: 'c2', role: 'customer', active: true },
  assigned: { id: 't1', role: 'technician', active: true },
  'other technician': { id: 't2', role: 'technician', active: true },
  'waiting technician': { id: 't1', role: 'technician', active: false },
  admin: { id: 'a1', role: 'admin', active: true },
  'guest of it': { ...customer, link: { jobId: 'j1', until } },
  'guest of another of theirs': { ...customer, link: { jobId: 'j2', until } },
  'no role': { id: 'c1', role: null, active: true },
} as const satisfies Record<string, Person>
type Who = keyof typeof people
const job = { id: 'j1', customerId: 'c1', technicianId: 't1', status: 'assigned' } as const
const unassigned = { ...job, technicianId: null }

const who = Object.keys(people) as Who[]
const allowedTo = (may: (person: Person) => boolean) => who.filter((name) => may(people[name]))

describe('permissions', () => {
  it('keep saved cards from a link that anyone may hold', () => {
    expect(allowedTo(mayUseSavedCards)).toEqual(who.filter((name) => !name.startsWith('guest')))
  })

  it.each([
    ['their own', 't1', true],
    ['one added by no one known', null, true],
    ["another technician's", 't2', false],
  ])('let a technician correct %s charge', (_, addedBy, may) => {
    expect(mayCorrectCharge(people.assigned, addedBy)).toBe(may)
    expect(mayCorrectCharge(people.admin, addedBy)).toBe(true)
    expect(mayCorrectAddon(people.assigned, { addedBy, addedByTechnician: true })).toBe(may)
    expect(mayCorrectAddon(people.assigned, { addedBy, addedByTechnician: false })).toBe(false)
  })

  it('let customer, assigned technician and admin see a job', () => {
    expect(allowedTo((person) => maySeeJob(person, job))).toEqual([
      'owner',
      'assigned',
      'admin',
      'guest of it',
    ])
    expect(allowedTo((person) => maySeeJob(person, unassigned))).toEqual([
      'owner',
      'admin',
      'guest of it',
    ])
  })

  it('let assigned technician and admin do the work', () => {
    expect(allowedTo((person) => mayWorkOnJob(person, job))).toEqual(['assigned', 'admin'])
    expect(allowedTo((person) => mayWorkOnJob(person, unassigned))).toEqual(['admin'])
  })

  it('let customer and admin change the booking', () => {
    expect(allowedTo((person) => mayManageBooking(person, job))).toEqual([
      'owner',
      'admin',
      'guest of it',
    ])
  })

  it('let working technicians take a visit', () => {
    expect(allowedTo(mayTakeJob)).toEqual(['assigned', 'other technician'])
  })

  it.each(jobStatuses)('phone numbers are shown for a job that is %s', (status) => {
    const together = status === 'assigned' || status === 'in_progress'
    expect(allowedTo((person) => maySeePhones(person, { ...job, status }))).toEqual(
      together ? ['owner', 'assigned', 'admin', 'guest of it'] : ['admin'],
    )
  })

  it.each([
    ['assigned', null, 0, true],
    ['in_progress', null, 99, true],
    ['completed', null, 23, true],
    ['completed', null, 25, false],
    ['cancelled', null, 0, false],
    ['cancelled', 'not_done', 23, true],
    ['cancelled', 'not_done', 25, false],
  ] as const)(
    'a technician knows a visit %s (%s) %i hours later: %s',
    (status, outcome, h, knows) => {
      const startsAt = new Date('2026-11-24T14:00:00Z')
      const ended = {
        completedAt: status === 'completed' ? startsAt : null,
        cancelledAt: status === 'cancelled' ? startsAt : null,
      }
      const now = new Date(startsAt.getTime() + h * 3_600_000)
      const known = allowedTo((person) =>
        mayKnowCustomer(person, { ...job, status, outcome, startsAt, ...ended }, now),
      )
      expect(known).toEqual(
        knows ? ['owner', 'assigned', 'admin', 'guest of it'] : ['owner', 'admin', 'guest of it'],
      )
    },
  )
})
