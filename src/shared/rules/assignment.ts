import { type Phrase, phrase, text, translate } from '../texts/t.ts'
import { type LocalDate, weekday } from './calendar.ts'
import type { OilType } from './oil.ts'
import { type Coordinates, milesBetween } from './service-area.ts'
import {
  isZipCenter,
  type Road,
  type RoadVisit,
  travelRefusal,
  type TravelRefusal,
} from './road.ts'
import { weekdayNames } from './service-days.ts'
import type { Settings } from './settings.ts'
import { endOf, overlap, type Slot, slotOf, startOf } from './slots.ts'

/** Skills a visit may require; each follows from the booking. */
export const skills = [
  {
    value: 'diesel',
    label: text('Diesel'),
    missing: text('{name} has no diesel skill.'),
    youMiss: text('You have no diesel skill.'),
  },
] as const
export type Skill = (typeof skills)[number]['value']

/** The skill required for this oil; null if anyone can do it. */
export const skillNeeded = (oilType: OilType): Skill | null =>
  oilType === 'diesel_full_synthetic' ? 'diesel' : null

/** Business-local times, `HH:MM`; null for a weekly day off. */
export type DayHours = { from: string; to: string } | null
/** Monday to Sunday. */
export type WorkingHours = readonly DayHours[]
/** Both dates are included. */
type DayOff = { from: LocalDate; to: LocalDate; reason: string }

/** Facts that decide which visits a technician may take, in the shape of the office's calls. */
export type Worker = {
  id: string
  status: 'active' | 'waiting' | 'deactivated'
  skills: readonly Skill[]
  /** Null to follow the business's hours. */
  workingHours: WorkingHours | null
  daysOff: readonly DayOff[]
}

/** A technician who drives: from home, if known. */
export type Driver = Worker & { home?: Coordinates | null }

/** `insteadOf`: a time held for moving that visit, so only one of the two takes place. */
type Identity = { id: string; insteadOf?: string | null }
export const neverBoth = (one: Identity, other: Identity): boolean =>
  one.insteadOf === other.id || other.insteadOf === one.id

export type WantedVisit = RoadVisit & Identity & { date: LocalDate; skill: Skill | null }
/** A visit a technician already has; no cancelled ones. */
export type ExistingVisit = RoadVisit &
  Identity & {
    technicianId: string | null
    date: LocalDate
  }

/** Why a technician may not take a visit. */
export type AssignmentRefusal =
  | { reason: 'inactive' }
  | { reason: 'away'; from: LocalDate; to: LocalDate }
  | { reason: 'weekday'; date: LocalDate }
  | { reason: 'hours'; from: string; to: string }
  | { reason: 'skill'; skill: Skill }
  | { reason: 'busy' }
  | TravelRefusal

/** Why a technician does not work in a slot of a date; null if they do. */
export function absence(worker: Worker, date: LocalDate, slot: Slot): AssignmentRefusal | null {
  if (worker.status !== 'active') return { reason: 'inactive' }
  const away = worker.daysOff.find(({ from, to }) => from <= date && date <= to)
  if (away) return { reason: 'away', from: away.from, to: away.to }
  if (!worker.workingHours) return null
  const hours = worker.workingHours[weekday(date) - 1]
  if (!hours) return { reason: 'weekday', date }
  return startOf(slot) < hours.from || endOf(slot) > hours.to ? { reason: 'hours', ...hours } : null
}

/**
 * Why a technician may not take a visit; null if they may. `others`: visits around it, possibly including itself. Without a
 * `road` drives do not count.
 */
export function assignmentRefusal(
  worker: Driver,
  visit: WantedVisit,
  others: readonly ExistingVisit[],
  road?: Road,
): AssignmentRefusal | null {
  const absent = absence(worker, visit.date, visit.slot)
  if (absent) return absent
  if (visit.skill && !worker.skills.includes(visit.skill))
    return { reason: 'skill', skill: visit.skill }
  const theirs = others.filter(
    (other) =>
      other.technicianId === worker.id &&
      other.id !== visit.id &&
      other.date === visit.date &&
      !neverBoth(other, visit),
  )
  if (theirs.some(({ slot }) => overlap(slot, visit.slot))) return { reason: 'busy' }
  return road ? travelRefusal(worker, visit, theirs, road) : null
}

/** Whether only the road prevents it, so that the office may plan it anyway. */
export const isAboutRoad = ({ reason }: { reason: string }): boolean =>
  reason === 'travel' || reason === 'far' || reason === 'long'

type RoadFacts = { scheduledTime: string; minutes?: number; coordinates?: Coordinates | null }
type JobFacts = RoadFacts & { id: string; scheduledDate: LocalDate; oilType: OilType }

/** A visit from a call's answer, as input for the road. */
export const roadVisit = ({ scheduledTime, minutes, coordinates }: RoadFacts): RoadVisit => ({
  slot: slotOf(scheduledTime),
  ...(minutes !== undefined && { minutes }),
  ...(coordinates && { place: { ...coordinates, isCenter: isZipCenter(coordinates) } }),
})

/** A visit from a call's answer, at its own or another date and slot. */
export const wantedVisit = (
  job: JobFacts,
  at: { scheduledDate: LocalDate; scheduledTime: string } = job,
): WantedVisit => ({
  ...roadVisit({ ...job, ...at }),
  id: job.id,
  date: at.scheduledDate,
  skill: skillNeeded(job.oilType),
})

/** Technicians' visits, from calls' answers. */
export const existingVisits = (
  jobs: readonly (Omit<JobFacts, 'oilType'> & { technicianId: string | null; status: string })[],
): ExistingVisit[] =>
  jobs
    .filter(({ status }) => status !== 'cancelled')
    .map(({ id, technicianId, scheduledDate: date, ...job }) => ({
      ...roadVisit(job),
      id,
      technicianId,
      date,
    }))

/** Formatters for a date and an `HH:MM` time. */
type Formats = { formatDay: (date: LocalDate) => string; formatClock: (time: string) => string }

/** The refusal, naming the technician. */
export function refusalPhrase(name: string, refusal: AssignmentRefusal, as: Formats): Phrase {
  switch (refusal.reason) {
    case 'inactive':
      return phrase('{name} may not take visits.', { name })
    case 'away':
      return refusal.from === refusal.to
        ? phrase('{name} is off on {date}.', { name, date: as.formatDay(refusal.to) })
        : phrase('{name} is away until {date}.', { name, date: as.formatDay(refusal.to) })
    case 'weekday':
      return phrase('{name} does not work on a {weekday}.', { name, weekday: dayName(refusal) })
    case 'hours':
      return phrase('{name} works from {from} to {to} on that day.', {
        name,
        from: as.formatClock(refusal.from),
        to: as.formatClock(refusal.to),
      })
    case 'skill':
      return { text: skillOf(refusal).missing, params: { name } }
    case 'busy':
      return phrase('{name} already has a visit at that time.', { name })
    case 'travel':
      return phrase(
        '{name} cannot get there in time: the drive from or to the visit at {time} takes {minutes} min.',
        { name, minutes: refusal.minutes, time: as.formatClock(refusal.at) },
      )
    case 'far':
      return phrase('{name} would have to drive {minutes} minutes to the first visit.', {
        name,
        minutes: refusal.minutes,
      })
    case 'long':
      return phrase('The visit would end after {name}’s day, which ends at {time}.', {
        name,
        time: as.formatClock(refusal.to),
      })
  }
}

/** The refusal, addressed to the technician. */
export function ownRefusalPhrase(refusal: AssignmentRefusal, as: Formats): Phrase {
  switch (refusal.reason) {
    case 'inactive':
      return phrase('You may not take visits.')
    case 'away':
      return refusal.from === refusal.to
        ? phrase('You are off on {date}.', { date: as.formatDay(refusal.to) })
        : phrase('You are away until {date}.', { date: as.formatDay(refusal.to) })
    case 'weekday':
      return phrase('You do not work on a {weekday}.', { weekday: dayName(refusal) })
    case 'hours':
      return phrase('You work from {from} to {to} on that day.', {
        from: as.formatClock(refusal.from),
        to: as.formatClock(refusal.to),
      })
    case 'skill':
      return { text: skillOf(refusal).youMiss, params: {} }
    case 'busy':
      return phrase('You already have a visit at that time.')
    case 'travel':
      return phrase(
        'You cannot get there in time: the drive from or to your visit at {time} takes {minutes} min.',
        { minutes: refusal.minutes, time: as.formatClock(refusal.at) },
      )
    case 'far':
      return phrase('You would have to drive {minutes} minutes to your first visit.', {
        minutes: refusal.minutes,
      })
    case 'long':
      return phrase('The visit would end after your day, which ends at {time}.', {
        time: as.formatClock(refusal.to),
      })
  }
}

const dayName = ({ date }: { date: LocalDate }) => translate(weekdayNames[weekday(date) - 1] ?? '')
const skillOf = ({ skill }: { skill: Skill }) =>
  skills.find(({ value }) => value === skill) ?? skills[0]

const workersAt = (workers: readonly Worker[], date: LocalDate, slot: Slot): number =>
  workers.filter((worker) => absence(worker, date, slot) === null).length

/** A slot's number of seats by the settings; without `workers`, technicians are not counted. */
export const seatsAt = (
  { slotCapacityMode, slotCapacity }: Pick<Settings, 'slotCapacityMode' | 'slotCapacity'>,
  workers: readonly Worker[],
  date: LocalDate,
  slot: Slot,
): number => (slotCapacityMode === 'number' ? slotCapacity : workersAt(workers, date, slot))

/**
 * Technicians who may take a visit, shortest way first, otherwise in the given order. They start from home, or without a
 * known home from the core spot nearest to the visit.
 */
export function nearestWorkers<W extends Worker & { home: Coordinates | null }>(
  workers: readonly W[],
  visit: WantedVisit & { place: Coordinates | null },
  coreSpots: readonly Coordinates[],
): W[] {
  const { place } = visit
  const fromSpot = place && Math.min(...coreSpots.map((spot) => milesBetween(spot, place)))
  const miles = ({ home }: W): number => (place && home ? milesBetween(home, place) : fromSpot) ?? 0
  return workers
    .filter((worker) => assignmentRefusal(worker, visit, []) === null)
    .map((worker) => ({ worker, miles: miles(worker) }))
    .toSorted((a, b) => (a.miles === b.miles ? 0 : a.miles - b.miles))
    .map(({ worker }) => worker)
}
