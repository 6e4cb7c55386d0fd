import { type OilType, oilTypes } from './oil.ts'

type Visit = { oilType: OilType; vehicle: { oilCapacity: number | null } }

/** A day's need for one oil: quarts for known engines, and the number of unknown ones. */
type OilNeed = { oilType: OilType; quarts: number; visits: number; unknown: number }

/** A day's oil by type, simplest first; each visit also needs a filter. */
export function oilOf(visits: readonly Visit[]): OilNeed[] {
  return oilTypes
    .map(({ value: oilType }) => {
      const these = visits.filter((visit) => visit.oilType === oilType)
      const known = these.flatMap(({ vehicle }) => vehicle.oilCapacity ?? [])
      // Capacities are given in tenths of a quart.
      const quarts = Math.round(known.reduce((sum, capacity) => sum + capacity, 0) * 10) / 10
      return { oilType, quarts, visits: these.length, unknown: these.length - known.length }
    })
    .filter((need) => need.visits > 0)
}
