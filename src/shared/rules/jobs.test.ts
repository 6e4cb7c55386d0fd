import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customerJobId, isNotStarted, jobNumber, jobStatuses, technicianJobId } from './jobs.ts'

describe('jobs', () => {
  it('may be moved until the work starts', () => {
    expect(jobStatuses.filter(isNotStarted)).toEqual(['scheduled', 'assigned'])
  })

  it('are called by number, by its first eight and by its last six characters', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1001 }), (id, number) => {
        expect(id.startsWith(customerJobId(id)) && customerJobId(id).length === 8).toBe(true)
        expect(id.endsWith(technicianJobId(id)) && technicianJobId(id).length === 6).toBe(true)
        expect(jobNumber(number)).toBe(`FQ-${number}`)
      }),
    )
  })
})
