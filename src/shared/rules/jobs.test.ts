import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNotStarted, jobNumber, jobStatuses, technicianJobId } from './jobs.ts'

describe('jobs', () => {
  it('may be moved until work starts', () => {
    expect(jobStatuses.filter(isNotStarted)).toEqual(['scheduled', 'assigned'])
  })

  it('have a number and a six-character id', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1001 }), (id, number) => {
        expect(id.endsWith(technicianJobId(id)) && technicianJobId(id).length === 6).toBe(true)
        expect(jobNumber(number)).toBe(`FQ-${number}`)
      }),
    )
  })
})
