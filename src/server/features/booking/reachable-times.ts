import { services } from '#server/adapters/services.ts'
import {
  coarseDay,
  placesOn,
  readRoadDays,
  type RoadFacts,
} from '#server/features/jobs/queries/road-days.ts'
import { loadDrives } from '#server/reads/drives.ts'
import { fetchDrives } from '#server/reads/fetch-drives.ts'
import type { Day } from '#shared/contract/booking.ts'
import { approachTo, type Plan, placeVisit, planDay } from '#shared/rules/assignable-day.ts'
import type { WantedVisit } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { Location } from '#shared/rules/road.ts'
import { overlap, type Slot, slotByLabel, slotLabel } from '#shared/rules/slots.ts'

type PlannedDay = { day: RoadFacts; plan: Plan }

/**
 * The dates' visits and assignments, by date, without the visits `except`. Only the office's plans use exact addresses;
 * others use ZIP code centers.
 */
export async function plansFor(
  dates: readonly LocalDate[],
  byOffice: boolean,
  except: readonly string[] = [],
): Promise<Map<LocalDate, PlannedDay>> {
  const plans = new Map<LocalDate, PlannedDay>()
  for (const [date, facts] of await readRoadDays(dates)) {
    const visits = facts.visits.filter(({ id }) => !except.includes(id))
    const day = byOffice ? { ...facts, visits } : coarseDay({ ...facts, visits })
    plans.set(date, { day, plan: planDay(day) })
  }
  return plans
}

/** How long an address waits for the router before its drives are estimated. */
const routerMs = 800

/** The days including drives to a place, fetched from the router if they are not stored. */
export async function withDrivesTo(
  place: Location | null,
  plans: ReadonlyMap<LocalDate, PlannedDay>,
): Promise<ReadonlyMap<LocalDate, PlannedDay>> {
  if (!place || !services().router) return plans
  const others = [...plans.values()].flatMap(({ day }) => placesOn(day))
  await fetchDrives([place], others, { withinMs: routerMs })
  const drive = await loadDrives([place, ...others])
  return new Map(
    [...plans].map(([date, { day, plan }]) => [
      date,
      { plan, day: { ...day, road: { ...day.road, drive } } },
    ]),
  )
}

/** Longest drives in minutes that count as near and as usual; longer ones are far. */
const [nearMinutes, usualDrive] = [10, 25]

/** Marks times that no technician can reach as full; adds the drive's category to the others. */
export function reachable(
  of: Day,
  planned: PlannedDay | undefined,
  wanted: Pick<WantedVisit, 'place' | 'minutes' | 'skill'>,
): Day {
  if (!planned || !of.open) return of
  const { day, plan } = planned
  const slots = of.slots.map((slot): Day['slots'][number] => {
    const time = slotByLabel(slot.timeSlot)
    if (slot.status !== 'open' || time === undefined) return slot
    const visit = { id: '', date: of.date, slot: time, ...wanted }
    const approach = approachTo(day, plan, visit)
    if (!approach)
      return placeVisit(day, plan, visit)
        ? { ...slot, drive: 'usual' }
        : { ...slot, status: 'full' }
    const { minutes, besideMinutes } = approach
    const drive = minutes <= nearMinutes ? 'near' : minutes <= usualDrive ? 'usual' : 'far'
    return {
      ...slot,
      drive,
      ...(besideMinutes !== null && besideMinutes <= nearMinutes && { best: true }),
    }
  })
  return { ...of, slots, open: slots.some(({ status }) => status === 'open') }
}

const [mostBest, mostBestOfDay] = [3, 2]

type Ranking = {
  /** The current time of the visit being moved, which is never marked. */
  except?: Time | undefined
  /** Other visits of the same customer at the address: times beside them come first. */
  own?: readonly Time[]
}
type Time = { date: LocalDate; slot: Slot }

/**
 * The days with three best times marked: next to the customer's own visits, then the soonest, if possible not all on one
 * day.
 */
export function withBest(days: readonly Day[], { except, own = [] }: Ranking = {}): Day[] {
  const never = except && nameOf(except.date, slotLabel(except.slot))
  const isBeside = besideOf(days, own)
  const found = days.flatMap(({ date, slots }) =>
    slots
      .map(({ timeSlot, best, status }) => ({
        name: nameOf(date, timeSlot),
        isBest: best && status === 'open',
        isBeside: status === 'open' && isBeside.has(nameOf(date, timeSlot)),
      }))
      .filter((one) => (one.isBest || one.isBeside) && one.name !== never)
      .map(({ name, isBeside }, at) => ({
        name,
        rank: isBeside ? 0 : at < mostBestOfDay ? 1 : 2,
      })),
  )
  const inOrder = found.toSorted((one, other) => one.rank - other.rank)
  const chosen = new Set(inOrder.slice(0, mostBest).map(({ name }) => name))
  return days.map((day) => ({
    ...day,
    slots: day.slots.map(({ best, ...slot }) => {
      const name = nameOf(day.date, slot.timeSlot)
      if (!chosen.has(name)) return slot
      return best ? { ...slot, best } : { ...slot, drive: 'near', best: true }
    }),
  }))
}

/** The times directly before and after the customer's own visits. */
function besideOf(days: readonly Day[], own: readonly Time[]): ReadonlySet<string> {
  return new Set(
    own.flatMap(({ date, slot }) => {
      const slots = days.find((day) => day.date === date)?.slots ?? []
      const times = slots.map(({ timeSlot }) => slotByLabel(timeSlot) ?? 0)
      const before = times.findLast((time) => time < slot && !overlap(time, slot))
      const after = times.find((time) => time > slot && !overlap(time, slot))
      return [before, after].flatMap((time) => (time ? nameOf(date, slotLabel(time)) : []))
    }),
  )
}

const nameOf = (date: LocalDate, label: string) => `${date} ${label}`
