import { wayBetween } from '#client/app/driving-distance.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'

/** For each visit of one technician's day in order the way from the one before. */
export function travelBetween(visits: readonly BoardVisit[]): Map<string, string> {
  const ways = new Map<string, string>()
  visits.forEach((visit, at) => {
    const before = visits[at - 1]
    const way = before && wayBetween(before, visit)
    if (way) ways.set(visit.id, way)
  })
  return ways
}
