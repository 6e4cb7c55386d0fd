import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customerJobId, isNotStarted, jobNumber, jobStatuses, technicianJobId } from './jobs.ts'

describe('jobs', () => {
  it('may be moved until work starts', () => {
    expect(jobStatuses.filter(isNotStarted)).toEqual(['scheduled', 'assigned'])
  })

  it('have a number, an eight-character and a six-character id', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1001 }), (id, number) => {
        expect(id.startsWith(customerJobId(id)) && customerJobId(id).length === 8).toBe(true)
        expect(id.endsWith(technicianJobId(id)) && technicianJobId(id).length === 6).toBe(true)
        expect(jobNumber(number)).toBe(`FQ-${number}`)
      }),
    )
  })
})
