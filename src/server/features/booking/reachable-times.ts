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
import type { Place } from '#shared/rules/road.ts'
import { type Slot, slotByLabel, slotLabel } from '#shared/rules/slots.ts'

type PlannedDay = { day: RoadFacts; plan: Plan }

/**
 * Dates with who does what on them, by date, without the visits `except`. Others than the office learn no more than the ZIP
 * codes of visits.
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

/** How long an address waits for the router; then its drives are estimated. */
const routerMs = 800

/** The days with the drives to a place, which the router is asked for if it was not before. */
export async function withDrivesTo(
  place: Place | null,
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

/** Drives of at most this many minutes count as near, longer ones as usual. */
const [nearMinutes, usualDrive] = [10, 25]

/** Marks times that no technician can reach as full, and adds to the others how far the drive is. */
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

/** The same days with three of the best times marked, soonest first, if possible not all on one day; never `except`. */
export function withBest(days: readonly Day[], except?: { date: LocalDate; slot: Slot }): Day[] {
  const own = except && nameOf(except.date, slotLabel(except.slot))
  const found = days.flatMap(({ date, slots }) =>
    slots
      .filter(({ best, timeSlot }) => best && nameOf(date, timeSlot) !== own)
      .map(({ timeSlot }, at) => ({ name: nameOf(date, timeSlot), extra: at >= mostBestOfDay })),
  )
  const inOrder = found.toSorted((one, other) => Number(one.extra) - Number(other.extra))
  const chosen = new Set(inOrder.slice(0, mostBest).map(({ name }) => name))
  return days.map((day) => ({
    ...day,
    slots: day.slots.map(({ best, ...slot }) =>
      best && chosen.has(nameOf(day.date, slot.timeSlot)) ? { ...slot, best } : slot,
    ),
  }))
}

const nameOf = (date: LocalDate, label: string) => `${date} ${label}`
