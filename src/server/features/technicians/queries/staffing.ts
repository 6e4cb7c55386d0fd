import { currentSettings } from '#server/base/current-settings.ts'
import { coreSpotCenters } from '#server/features/service-area/queries.ts'
import { nearestWorkers, seatsAt, type WantedVisit } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
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
  const settings = currentSettings()
  const assigns = settings.autoAssign && assign
  const roster = assigns || countsTechnicians() ? await readRoster(visit.date) : []
  const nearest = assigns ? nearestWorkers(roster, { ...visit, id: '' }, coreSpotCenters()) : []
  return {
    capacity: seatsAt(settings, roster, visit.date, visit.slot),
    candidates: nearest.map(({ ref }) => ref),
  }
}

/** How many seats each slot has, of dates from `from` on. */
export async function readSeats(
  from: LocalDate,
): Promise<(date: LocalDate, slot: number) => number> {
  const roster = countsTechnicians() ? await readRoster(from) : []
  return (date, slot) => seatsAt(currentSettings(), roster, date, slot)
}

const countsTechnicians = () => currentSettings().slotCapacityMode === 'technicians'
