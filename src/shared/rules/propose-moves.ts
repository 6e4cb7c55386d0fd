import { addDays, daysBetween, type LocalDate } from './calendar.ts'
import { minutesOf, type Slot, startOf } from './slots.ts'

export type DateAndSlot = { date: LocalDate; slot: Slot }
type Visit = DateAndSlot & { id: string; vehicleId: string; technicianId: string | null }

/** `alone`: its technician cannot take it anywhere, so it moves without them. */
type Proposal = DateAndSlot & { alone: boolean }

/** Free bookable seats of a slot on a business-local date. */
type FreeSeats = (date: LocalDate, slot: Slot) => number

/**
 * For each visit the nearest free seat its technician may take (`mayTake`), else the nearest free one: the later day if
 * equally near, the same time of day if free. No seat is proposed twice, no day on which the car has a visit (`isTaken`),
 * and no day outside `first` to `last` except the visit's own. Visits without a seat are missing.
 */
export function proposeMoves(
  visits: readonly Visit[],
  { first, last, slotsOf, freeSeats, isTaken, mayTake }: ProposeOptions,
): Map<string, Proposal> {
  const given = new Map<string, number>()
  const carDays = new Set<string>()
  const busy = new Set<string>()
  const proposals = new Map<string, Proposal>()
  for (const visit of visits) {
    const free = places(visit, { first, last, slotsOf }).filter(
      ({ date, slot }) =>
        !carDays.has(`${visit.vehicleId} ${date}`) &&
        !isTaken(visit.vehicleId, date) &&
        freeSeats(date, slot) > (given.get(`${date} ${slot}`) ?? 0),
    )
    const own = free.find(
      (place) => !busy.has(keyOf(visit.technicianId, place)) && mayTake(visit, place),
    )
    const place = own ?? free[0]
    if (!place) continue
    if (own && visit.technicianId) busy.add(keyOf(visit.technicianId, own))
    const key = `${place.date} ${place.slot}`
    given.set(key, (given.get(key) ?? 0) + 1)
    carDays.add(`${visit.vehicleId} ${place.date}`)
    proposals.set(visit.id, { ...place, alone: !own })
  }
  return proposals
}

type ProposeOptions = {
  first: LocalDate
  last: LocalDate
  /** The slots of a day. */
  slotsOf: (date: LocalDate) => readonly Slot[]
  freeSeats: FreeSeats
  isTaken: (vehicleId: string, date: LocalDate) => boolean
  /** Whether its technician may take it there; true without a technician. */
  mayTake: (visit: Visit, place: DateAndSlot) => boolean
}

const keyOf = (technicianId: string | null, { date, slot }: DateAndSlot) =>
  `${technicianId} ${date} ${slot}`

/** Every slot of the days from `first` to `last`, nearest to a visit first. */
function places(
  visit: DateAndSlot,
  { first, last, slotsOf }: Pick<ProposeOptions, 'first' | 'last' | 'slotsOf'>,
): DateAndSlot[] {
  const farthest = Math.max(daysBetween(visit.date, last), daysBetween(first, visit.date), 0)
  return Array.from({ length: farthest + 1 }, (_, days) => days)
    .flatMap((days) => (days === 0 ? [0] : [days, -days]))
    .map((days) => addDays(visit.date, days))
    .filter((date) => date === visit.date || (date >= first && date <= last))
    .flatMap((date) =>
      slotsOf(date)
        .toSorted((a, b) => minutesApart(a, visit.slot) - minutesApart(b, visit.slot))
        .map((slot) => ({ date, slot })),
    )
}

const minutesApart = (one: Slot, other: Slot) =>
  Math.abs(minutesOf(startOf(one)) - minutesOf(startOf(other)))
