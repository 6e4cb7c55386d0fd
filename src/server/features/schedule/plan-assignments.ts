import { type Coordinates, milesBetween } from '#shared/rules/service-area.ts'
import type { Slot } from '#shared/rules/slots.ts'

type Stop = { slot: Slot; place: Coordinates | null }
type PlannedVisit = Stop & { id: string }
/** `stops`: their visits already planned that day. */
type PlannedTechnician = { id: string; stops: readonly Stop[] }

/**
 * The best technician for each visit of a day, null if there is none: the least busy that day, then the nearest by
 * surrounding stops, then in the order given. Earlier visits are assigned first and count for later ones; `mayTake` is called
 * with what is assigned by then.
 */
export function planAssignments(
  visits: readonly PlannedVisit[],
  technicians: readonly PlannedTechnician[],
  mayTake: (
    technicianId: string,
    visit: PlannedVisit,
    assigned: ReadonlyMap<string, string | null>,
  ) => boolean,
): Map<string, string | null> {
  const stops = new Map(technicians.map(({ id, stops: known }) => [id, [...known]]))
  const plan = new Map<string, string | null>()
  for (const visit of visits.toSorted((a, b) => a.slot - b.slot)) {
    const best = technicians
      .filter(({ id }) => !stops.get(id)?.some(({ slot }) => slot === visit.slot))
      .map(({ id }) => ({ id, miles: milesAround(visit, stops.get(id) ?? []) }))
      .toSorted(
        (a, b) =>
          (stops.get(a.id)?.length ?? 0) - (stops.get(b.id)?.length ?? 0) || a.miles - b.miles,
      )
      .find(({ id }) => mayTake(id, visit, plan))
    plan.set(visit.id, best?.id ?? null)
    if (best) stops.get(best.id)?.push(visit)
  }
  return plan
}

/** Distance to a visit from the stop before it, else to the one after; 0 if unknown. */
function milesAround(visit: Stop, stops: readonly Stop[]): number {
  const inOrder = stops.toSorted((a, b) => a.slot - b.slot)
  const from =
    inOrder.findLast(({ slot, place }) => slot < visit.slot && place) ??
    inOrder.find(({ slot, place }) => slot > visit.slot && place)
  return from?.place && visit.place ? milesBetween(from.place, visit.place) : 0
}
