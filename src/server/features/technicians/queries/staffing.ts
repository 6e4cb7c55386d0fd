import { currentSettings } from '#server/base/current-settings.ts'
import { coreSpotCenters } from '#server/features/service-area/queries.ts'
import { nearestWorkers, type WantedVisit } from '#shared/rules/assignment.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { readRoster } from './roster.ts'

/** What a visit needs to be placed: the seats of its slot, and who may be sent, nearest first. */
export type Staffing = {
  capacity: number
  /** The `ref` of each technician whom the server may choose; none where the office assigns. */
  candidates: readonly string[]
}

/** `assign`: whether somebody may be sent at all. */
export async function staffingFor(
  visit: Omit<WantedVisit, 'id'> & { place: Coordinates | null },
  assign = true,
): Promise<Staffing> {
  const { slotCapacity, autoAssign } = currentSettings()
  if (!autoAssign || !assign) return { capacity: slotCapacity, candidates: [] }
  const roster = await readRoster(visit.date)
  const nearest = nearestWorkers(roster, { ...visit, id: '' }, coreSpotCenters())
  return { capacity: slotCapacity, candidates: nearest.map(({ ref }) => ref) }
}
