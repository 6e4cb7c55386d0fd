import { type OilType, oilTypes } from './oil.ts'

type Visit = { oilType: OilType; vehicle: { oilCapacity: number | null } }

/** What a day needs of one oil: quarts of the engines that are known, and how many are not. */
export type OilNeed = { oilType: OilType; quarts: number; visits: number; unknown: number }

/** The oil of a day by its type, from the simplest; each visit needs a filter as well. */
export function oilOf(visits: readonly Visit[]): OilNeed[] {
  return oilTypes
    .map(({ value: oilType }) => {
      const these = visits.filter((visit) => visit.oilType === oilType)
      const known = these.flatMap(({ vehicle }) => vehicle.oilCapacity ?? [])
      // Tenths of a quart are what engines are told in.
      const quarts = Math.round(known.reduce((sum, capacity) => sum + capacity, 0) * 10) / 10
      return { oilType, quarts, visits: these.length, unknown: these.length - known.length }
    })
    .filter((need) => need.visits > 0)
}
