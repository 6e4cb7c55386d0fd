import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  customerJobId,
  enoughNotice,
  isActiveJob,
  jobColor,
  type JobTransition,
  jobTransitions,
  jobNumber,
  type JobStatus,
  jobStatuses,
  mayTransition,
  isNotStarted,
  technicianJobId,
} from './jobs.ts'
import { type Role, roles } from './roles.ts'
import { statusLabel } from './status-labels.ts'
import { translate } from '../texts/t.ts'

describe('moves', () => {
  // Written out on purpose: every status that a role may make a move from. What is not here is forbidden.
  const allowed: Record<JobTransition, Partial<Record<Role, JobStatus[]>>> = {
    assign: { admin: ['scheduled', 'assigned'] },
    unassign: { admin: ['assigned'] },
    claim: { technician: ['scheduled'] },
    start: { technician: ['scheduled', 'assigned'], admin: ['scheduled', 'assigned'] },
    complete: { technician: ['in_progress'], admin: ['in_progress'] },
    cancel: { customer: ['scheduled', 'assigned'], admin: ['scheduled', 'assigned'] },
    cancelStarted: { admin: ['in_progress'] },
  }
  const cases = (Object.keys(jobTransitions) as JobTransition[]).flatMap((move) =>
    jobStatuses.flatMap((status) => roles.map((role) => ({ move, status, role }))),
  )

  it.each(cases)('$role: $move when $status', ({ move, status, role }) => {
    expect(mayTransition(move, status, role)).toBe(allowed[move][role]?.includes(status) ?? false)
  })

  it('never lead out of completed or cancelled', () => {
    for (const { from } of Object.values(jobTransitions))
      expect(from.filter((status) => !isActiveJob(status))).toEqual([])
  })

  it('allow a visit to be moved until the work starts', () => {
    expect(jobStatuses.filter(isNotStarted)).toEqual(['scheduled', 'assigned'])
  })
})

describe('enoughNotice', () => {
  const startsAt = new Date('2026-11-24T14:00:00Z')
  it.each([
    ['a day before, 24 hours asked', '2026-11-23T14:00:00Z', 24, true],
    ['a second later', '2026-11-23T14:00:01Z', 24, false],
    ['nothing asked, started long ago', '2026-11-25T14:00:00Z', 0, true],
  ])('%s', (_, now, hours, expected) => {
    expect(enoughNotice(startsAt, new Date(now), hours)).toBe(expected)
  })
})

describe('words', () => {
  it.each([
    ['in_progress', 'In Progress', 'green'],
    ['scheduled', 'Scheduled', 'blue'],
    ['assigned', 'Assigned', 'light'],
    ['completed', 'Completed', 'gray'],
    ['cancelled', 'Cancelled', 'red'],
  ] as const)('%s is %s, %s', (status, label, color) => {
    expect([translate(statusLabel(status)), jobColor[status]]).toEqual([label, color])
  })

  it('call a job by number, by its first eight and by its last six characters', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1001 }), (id, number) => {
        expect(id.startsWith(customerJobId(id)) && customerJobId(id).length === 8).toBe(true)
        expect(id.endsWith(technicianJobId(id)) && technicianJobId(id).length === 6).toBe(true)
        expect(jobNumber(number)).toBe(`FQ-${number}`)
      }),
    )
  })
})
