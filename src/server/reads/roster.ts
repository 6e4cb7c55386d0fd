import { queryRow, queryRows } from '#server/database/database.ts'
import { batchLoader } from '#server/database/batch-loader.ts'
import { type Worker, nearestWorkers, seatsAt, type WantedVisit } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import type { Slot } from '#shared/rules/slots.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { coreSpotCenters } from './core-spots.ts'

/** SQL condition on `users`: technicians available for work. */
export const isActiveTechnician =
  "role = 'technician' and approved_at is not null and deactivated_at is null"

/** A technician with the facts that decide which visits they may take. */
export type RosterEntry = Worker & {
  name: string
  home: Coordinates | null
  /** Identifies the technician's current version: it changes when the office changes these facts. */
  ref: string
}

/** The `ref` of a row `u` of `users`. */
export const refColumn = `(u.id || '/' || u.version)`

const columns = (
  from: string,
) => `u.id, trim(u.first_name || ' ' || u.last_name) as name, ${refColumn} as ref,
  case when u.deactivated_at is not null then 'deactivated'
    when u.approved_at is null then 'waiting' else 'active' end as status,
  u.skills, u.working_hours as "workingHours",
  case when u.home_latitude is not null then json_build_object(
    'latitude', u.home_latitude, 'longitude', u.home_longitude) end as home,
  (select coalesce(json_agg(json_build_object('from', d.from_date, 'to', d.to_date,
      'reason', d.reason) order by d.from_date), '[]')
    from days_off d where d.technician_id = u.id and d.to_date >= ${from}::date) as "daysOff"`

/** SQL for all technicians available for work, longest-serving first, with their days off that end on or after a date. */
export const rosterSql = (from: string) =>
  `select ${columns(from)} from users u where ${isActiveTechnician} order by created_at, id`

/** Reads `rosterSql` from a date on. */
export const readRoster = batchLoader(async (dates: LocalDate[]) => {
  const [first = ''] = dates.toSorted()
  const text = rosterSql('$1')
  const roster = await queryRows<RosterEntry>({ name: 'roster', text }, [first])
  return dates.map(() => roster)
})

/** A technician in any state, with days off from a date on; undefined for anyone else. */
export function readWorker(id: string, from: LocalDate): Promise<RosterEntry | undefined> {
  const text = `select ${columns('$1')} from users u where u.role = 'technician' and u.id = $2::uuid`
  return queryRow<RosterEntry>({ name: 'worker', text }, [from, id])
}

/**
 * The technician, with everything that decides which visits they may take locked until the current transaction ends: a
 * concurrent deactivation or day off waits, and then finds the visits assigned in it.
 */
export async function lockWorker(id: string, from: LocalDate): Promise<RosterEntry | undefined> {
  const text = `select id from users where id = $1::uuid and ${isActiveTechnician} for share`
  const locked = await queryRow<{ id: string }>({ name: 'lock-worker', text }, [id])
  // Read after the lock, to see changes it waited for.
  return locked ? readWorker(id, from) : undefined
}

/** Facts to place a visit: its slot's seats, and the technicians to send, nearest first. */
export type Staffing = {
  capacity: number
  /** The `ref` of each technician the server may choose; empty when the office assigns. */
  candidates: readonly string[]
  /** The times of the day; blocks of other lists do not count. */
  daySlots: readonly Slot[]
  /** Seats held beyond this instant are taken. */
  at: Date
}

/** `assign`: whether to choose a technician at all. */
export async function staffingFor(
  visit: Omit<WantedVisit, 'id'> & { place: Coordinates | null },
  assign = true,
): Promise<Staffing> {
  const settings = currentSettings()
  const assigns = settings.autoAssign && assign
  return staffingFrom(
    assigns || countsTechnicians() ? await readRoster(visit.date) : [],
    visit,
    assigns,
  )
}

/** `staffingFor` with a date's technicians already read. */
export function staffingFrom(
  roster: readonly RosterEntry[],
  visit: Omit<WantedVisit, 'id'> & { place: Coordinates | null },
  assign: boolean,
): Staffing {
  const settings = currentSettings()
  const assigns = settings.autoAssign && assign
  const nearest = assigns ? nearestWorkers(roster, { ...visit, id: '' }, coreSpotCenters()) : []
  return {
    capacity: seatsAt(settings, roster, visit.date, visit.slot),
    candidates: nearest.map(({ ref }) => ref),
    daySlots: slotsOfDay(visit.date, settings),
    at: now(),
  }
}

/** Returns the number of seats per slot, for dates from `from` on. */
export async function readSeats(from: LocalDate): Promise<(date: LocalDate, slot: Slot) => number> {
  const roster = countsTechnicians() ? await readRoster(from) : []
  return (date, slot) => seatsAt(currentSettings(), roster, date, slot)
}

const countsTechnicians = () => currentSettings().slotCapacityMode === 'technicians'
