import { assignmentRefusal, type Driver, neverBoth, type WantedVisit } from './assignment.ts'
import { firstDrive, minutesBetween, type Road, tooFarApart } from './road.ts'
import { overlap, type Slot } from './slots.ts'

/** A visit of the day. One with a technician keeps them; one without has a tentative technician, if anyone can take it. */
export type DayVisit = WantedVisit & {
  technicianId: string | null
  tentativeTechnicianId: string | null
}

/** One business-local date: its technicians in order of preference, its visits, and the road between them. */
export type RoadDay<D extends Driver = Driver> = {
  technicians: readonly D[]
  visits: readonly DayVisit[]
  road: Road
}

/** Each technician's visits. `settled` ones keep their technician. */
export type Plan = {
  visitsOf: ReadonlyMap<string, readonly WantedVisit[]>
  settled: ReadonlySet<string>
}

/** `changes`: other visits without a technician whose tentative technician changes. */
type Placement = {
  technicianId: string
  changes: readonly { id: string; technicianId: string }[]
}

/**
 * Step limits for one visit and for a whole day, far above what ordinary days need, so that no day blocks the server. A day
 * not solved within them counts as not drivable.
 */
const mostSteps = 4000

/**
 * Assigns all visits of a day, with a tentative technician for each that has none; leaves out visits that no one can take.
 */
export function planDay(day: RoadDay): Plan {
  const visitsOf = new Map<string, WantedVisit[]>(day.technicians.map(({ id }) => [id, []]))
  const settled = new Set<string>()
  for (const visit of day.visits)
    if (visit.technicianId) {
      visitsOf.set(visit.technicianId, [...(visitsOf.get(visit.technicianId) ?? []), visit])
      settled.add(visit.id)
    }
  const unplaced = day.visits.filter((visit) => {
    if (visit.technicianId) return false
    const who = day.technicians.find(({ id }) => id === visit.tentativeTechnicianId)
    const stays =
      who && mayTake(day, who, visit) && inTheWay(day, { visitsOf }, who, visit).length === 0
    if (stays) visitsOf.get(who.id)?.push(visit)
    return !stays
  })
  // Visits that fit without moving others come first, because a hard one may use up the steps.
  const hard = unplaced.filter((visit) => {
    const who = day.technicians.find(
      (one) => mayTake(day, one, visit) && inTheWay(day, { visitsOf }, one, visit).length === 0,
    )
    visitsOf.get(who?.id ?? '')?.push(visit)
    return !who
  })
  const count = { steps: 0 }
  return hard.reduce<Plan>(
    (plan, visit) => ({ ...(place(day, plan, [visit], undefined, count) ?? plan), settled }),
    { visitsOf, settled },
  )
}

const freeTechnicians = new WeakMap<Plan, Map<Slot, readonly Driver[]>>()

/** Technicians free at a time, computed once per plan because every address asks for the same. */
function freeAt<D extends Driver>(day: RoadDay<D>, plan: Plan, slot: Slot): readonly D[] {
  const known = freeTechnicians.get(plan) ?? new Map<Slot, readonly Driver[]>()
  const free =
    (known.get(slot) as readonly D[] | undefined) ??
    day.technicians.filter(
      ({ id }) => !plan.visitsOf.get(id)?.some((visit) => overlap(visit.slot, slot)),
    )
  freeTechnicians.set(plan, known.set(slot, free))
  return free
}

/** Technicians who can take a visit without other changes to the plan. */
export const ableToTake = <D extends Driver>(
  day: RoadDay<D>,
  plan: Plan,
  visit: WantedVisit,
): D[] =>
  freeAt(day, plan, visit.slot).filter(
    (technician) =>
      mayTake(day, technician, visit) && inTheWay(day, plan, technician, visit).length === 0,
  )

/**
 * Finds technicians so that another visit and all visits of the plan can be driven; null if impossible. `only`: the
 * technicians the visit may go to.
 */
export function placeVisit(
  day: RoadDay,
  plan: Plan,
  visit: WantedVisit,
  only?: readonly string[],
): Placement | null {
  const placed = place(day, plan, [visit], only)
  if (!placed) return null
  const now = technicians(placed)
  const technicianId = now.get(visit.id) as string
  const changes = day.visits.flatMap(({ id, ...before }) => {
    const after = now.get(id)
    const stays = before.technicianId || !after || after === before.tentativeTechnicianId
    return stays ? [] : [{ id, technicianId: after }]
  })
  return { technicianId, changes: changes.filter(({ id }) => id !== visit.id) }
}

/**
 * The shortest drive to a visit among technicians who can take it without changes: `minutes` from home or their previous
 * visit; `besideMinutes` from or to another visit of theirs, null without one. Null if no one can take it.
 */
export function approachTo(
  day: RoadDay,
  plan: Plan,
  visit: WantedVisit,
): { minutes: number; besideMinutes: number | null } | null {
  const able = ableToTake(day, plan, visit)
  if (able.length === 0) return null
  const beside: number[] = []
  const first: number[] = []
  for (const technician of able) {
    const others = (plan.visitsOf.get(technician.id) ?? []).toSorted((a, b) => a.slot - b.slot)
    const before = others.findLast(({ slot }) => slot < visit.slot)
    const after = others.find(({ slot }) => slot > visit.slot)
    for (const other of [before, after])
      if (other) beside.push(minutesBetween(other.place, visit.place, day.road.drive))
    if (!before) first.push(firstDrive(technician, visit, day.road))
  }
  const besideMinutes = beside.length > 0 ? Math.min(...beside) : null
  return { minutes: Math.min(...first, besideMinutes ?? Infinity), besideMinutes }
}

const technicians = ({ visitsOf }: Plan) =>
  new Map(
    [...visitsOf].flatMap(([technicianId, visits]) => visits.map(({ id }) => [id, technicianId])),
  )

/**
 * Gives the first visit to a technician and conflicting ones to others, backtracking until all have one. Visits placed
 * along the way stay, so within the step limit every possible day is found.
 */
function place(
  day: RoadDay,
  plan: Plan,
  [visit, ...rest]: readonly WantedVisit[],
  only?: readonly string[],
  count = { steps: 0 },
): Plan | null {
  if (!visit) return plan
  const choices = day.technicians
    .filter((one) => (!only || only.includes(one.id)) && mayTake(day, one, visit))
    .map(({ id }) => ({ id, others: inTheWay(day, plan, { id }, visit) }))
    .filter(({ others }) => others.every(({ id }) => !plan.settled.has(id)))
    .toSorted((one, other) => one.others.length - other.others.length)
  for (const { id, others } of choices) {
    if (++count.steps > mostSteps) return null
    const next = withVisit(plan, visit, id, others)
    const found = place(day, next, [...others, ...rest], undefined, count)
    if (found) return found
  }
  return null
}

function withVisit(
  { visitsOf, settled }: Plan,
  visit: WantedVisit,
  technicianId: string,
  without: readonly WantedVisit[] = [],
): Plan {
  const theirs = (visitsOf.get(technicianId) ?? []).filter((one) => !without.includes(one))
  return {
    visitsOf: new Map(visitsOf).set(technicianId, [...theirs, visit]),
    settled: new Set(settled).add(visit.id),
  }
}

const mayTake = ({ road }: RoadDay, technician: Driver, visit: WantedVisit): boolean =>
  assignmentRefusal(technician, visit, [], road) === null

const inTheWay = (
  { road }: RoadDay,
  { visitsOf }: Pick<Plan, 'visitsOf'>,
  { id }: { id: string },
  visit: WantedVisit,
): WantedVisit[] =>
  (visitsOf.get(id) ?? []).filter(
    (other) =>
      other.id !== visit.id &&
      !neverBoth(other, visit) &&
      (overlap(other.slot, visit.slot) || tooFarApart(other, visit, road) !== undefined),
  )
