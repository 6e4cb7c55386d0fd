import { expect, it } from 'vitest'
import { oilOf } from './day-sheet.ts'

const visit = (oilType: 'conventional' | 'full_synthetic', oilCapacity: number | null) => ({
  oilType,
  vehicle: { oilCapacity },
})

it("adds up a day's oil by type and counts unknown engines", () => {
  const visits = [
    visit('full_synthetic', 4.8),
    visit('full_synthetic', 5.1),
    visit('full_synthetic', null),
    visit('conventional', 0.1),
    visit('conventional', 0.2),
  ]
  expect(oilOf(visits)).toEqual([
    { oilType: 'conventional', quarts: 0.3, visits: 2, unknown: 0 },
    { oilType: 'full_synthetic', quarts: 9.9, visits: 3, unknown: 1 },
  ])
  expect(oilOf([])).toEqual([])
})
