import { AsyncLocalStorage } from 'node:async_hooks'
import {
  currentTransaction,
  insideTransaction,
  queryRow,
  queryRows,
  transaction,
} from '#server/database/database.ts'
import { isOutOfService } from '#server/database/sql-state.ts'
import { type Staffing, staffingFor, staffingFrom } from '#server/reads/roster.ts'
import { happened } from '#server/events/happened.ts'
import type { Happening } from '#server/events/happening.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import { Conflict } from '#server/http/errors.ts'
import { ableToTake, placeVisit, planDay } from '#shared/rules/assignable-day.ts'
import { assignmentRefusal, type WantedVisit } from '#shared/rules/assignment.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { phrase } from '#shared/texts/t.ts'
import { readRoadDay, roadDecides, type RoadFacts } from '../queries/road-days.ts'

/** How a visit is placed on its day's road; values for the statement that books it. */
export type Placing = Staffing & {
  /** The office insists although the day cannot be driven. */
  isBeyondRoad: boolean
  /** The `ref` of each technician who can be there in time; null if the road neither decides nor narrows the choice. */
  able: readonly string[] | null
  /** The version of the day it was planned on; null unless the road decides. */
  dayVersion: number | null
  /** The technician who would take it while it has none. */
  tentativeTechnicianId: string | null
  /** Other visits without a technician that now go to a different one, and these technicians, in the same order. */
  changedIds: readonly string[]
  changedTechnicians: readonly string[]
}

type Where = {
  /** Whether the server may choose a technician. */
  assign?: boolean
  /** The technicians it may go to; all by default. */
  only?: readonly string[] | undefined
  /** The office insists even if no technician can be there in time. */
  beyondRoad?: boolean | undefined
}

const offRoad = {
  isBeyondRoad: false,
  able: null,
  dayVersion: null,
  tentativeTechnicianId: null,
  changedIds: [],
  changedTechnicians: [],
}

/**
 * The placing of a visit: seats, technicians who can be there in time, and changes for other visits without a technician.
 * Null if its day cannot be driven with it.
 */
export async function placingFor(visit: WantedVisit, where: Where = {}): Promise<Placing | null> {
  if (roadDecides()) return placingOn(await readRoadDay(visit), visit, where)
  const staffing = await staffingFor({ ...visit, place: visit.place ?? null }, where.assign)
  const able = await inTime(staffing.candidates, visit)
  return { ...staffing, ...offRoad, ...(able.length > 0 && { able, candidates: able }) }
}

function placingOn(
  facts: RoadFacts,
  visit: WantedVisit,
  { assign = true, only, beyondRoad: isWantedAnyway = false }: Where,
): Placing | null {
  const wanted = { ...visit, place: visit.place ?? null }
  const day = without(visit.id, facts)
  const staffing = staffingFrom(day.technicians, wanted, assign)
  const plan = planDay(day)
  const placement = placeVisit(day, plan, visit, only)
  if (!placement)
    return isWantedAnyway
      ? { ...staffing, ...offRoad, dayVersion: day.version, isBeyondRoad: true }
      : null
  const able = ableToTake(day, plan, visit).map(({ ref }) => ref)
  const chosen = day.technicians.find(({ id }) => id === placement.technicianId)
  const { candidates } = staffing
  return {
    ...staffing,
    candidates: candidates.filter((ref) =>
      able.length > 0 ? able.includes(ref) : ref === chosen?.ref,
    ),
    isBeyondRoad: false,
    able,
    dayVersion: day.version,
    tentativeTechnicianId: placement.technicianId,
    changedIds: placement.changes.map(({ id }) => id),
    changedTechnicians: placement.changes.map(({ technicianId }) => technicianId),
  }
}

/** The candidates who are free and can be there in time. */
async function inTime(candidates: readonly string[], visit: WantedVisit): Promise<string[]> {
  if (candidates.length < 2) return []
  const { technicians, visits, road } = await readRoadDay(visit)
  const able = technicians
    .filter((one) => assignmentRefusal(one, visit, visits, road) === null)
    .map(({ ref }) => ref)
  return candidates.filter((ref) => able.includes(ref))
}

/** The day without a visit, and without visits that no one can take because of it: it need not make way for them. */
function without(id: string, day: RoadFacts): RoadFacts {
  const isIts = (visit: { id: string }) => visit.id === id
  if (!day.visits.some(isIts)) return day
  const taken = new Set([...planDay(day).visitsOf.values()].flat().map((visit) => visit.id))
  const counts = (visit: { id: string }) => !taken.has(id) || taken.has(visit.id)
  return { ...day, visits: day.visits.filter((visit) => !isIts(visit) && counts(visit)) }
}

/** A visit to book; `insert` returns undefined if its seat was taken or the day changed. */
type Claim = {
  visit: WantedVisit
  where: Where
  insert: (placing: Placing) => Promise<Job | undefined>
}
/** Null if the day cannot be driven with the visit. */
type Claimed = { placing: Placing; job: Job | undefined } | null

type Waiting = Claim & {
  /** Runs a function in the request's own context, such as its language. */
  inContext: <T>(run: () => T) => T
  settle: (claimed: Claimed) => void
  fail: (error: unknown) => void
}

const waiting = new Map<LocalDate, Waiting[]>()
/** Keeps the locks of a date and its customers short. */
const mostTogether = 10

/**
 * Books a visit. Where the road decides, claims of one date follow each other in this process, and those that wait share
 * one read of the day and one commit: at once, all but one would plan in vain. Inside a transaction the date's lock does that.
 */
export function claimInTurn(claim: Claim): Promise<Claimed> {
  if (!roadDecides() || insideTransaction()) return claimAlone(claim)
  return new Promise((settle, fail) => {
    const one = { ...claim, inContext: AsyncLocalStorage.snapshot(), settle, fail }
    const { date } = claim.visit
    const queue = waiting.get(date)
    if (queue) return void queue.push(one)
    const first = [one]
    waiting.set(date, first)
    void takeTurns(date, first)
  })
}

async function takeTurns(date: LocalDate, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    // Lets claims made at the same time join.
    await new Promise((resolve) => setImmediate(resolve))
    const claims = queue.splice(0, mostTogether)
    try {
      const claimed = claims.length > 1 ? await claimTogether(claims) : []
      for (const each of claimed) claims.shift()?.settle(each)
    } catch (error) {
      // It may have committed. After any other error nothing is booked, and each claim is tried on its own below.
      if (isOutOfService(error)) for (const { fail } of claims.splice(0)) fail(error)
    }
    for (const { inContext, settle, fail, ...claim } of claims)
      await inContext(() => claimAlone(claim)).then(settle, fail)
  }
  waiting.delete(date)
}

async function claimAlone({ visit, where, insert }: Claim): Promise<Claimed> {
  const placing = await placingFor(visit, where)
  return placing && { placing, job: await insert(placing) }
}

/** Claims visits of one date in one transaction, up to the first that loses its seat; each is planned with those before it. */
async function claimTogether(claims: readonly Waiting[]): Promise<Claimed[]> {
  const [read] = await Promise.all(claims.map(({ visit }) => readRoadDay(visit)))
  return transaction(async () => {
    const inTransaction = currentTransaction()
    const claimed: Claimed[] = []
    let day = read as RoadFacts
    for (const { visit, where, insert, inContext } of claims) {
      const placing = placingOn(day, visit, where)
      const job = placing && (await inContext(() => inTransaction(() => insert(placing))))
      claimed.push(placing && { placing, job: job ?? undefined })
      if (placing && !job) break
      if (placing && job) day = withVisit(day, visit, placing, job)
    }
    return claimed
  })
}

/** The day as the database has it after a claim. */
function withVisit(day: RoadFacts, visit: WantedVisit, placing: Placing, job: Job): RoadFacts {
  const { changedIds, changedTechnicians, tentativeTechnicianId } = placing
  const changed = new Map(changedIds.map((id, n) => [id, changedTechnicians[n] ?? null]))
  const others = day.visits.map((other) => ({
    ...other,
    tentativeTechnicianId: changed.get(other.id) ?? other.tentativeTechnicianId,
  }))
  const { id, technicianId } = job
  const own = { ...visit, id, technicianId, tentativeTechnicianId, area: null }
  // Requests are not on the road.
  const visits = job.needsConfirmation ? others : [...others, own]
  return { ...day, version: day.version + 1, visits }
}

const locking = {
  name: 'lock-day-plan',
  text: `insert into day_plans (service_date, version) values ($1::date, 1)
    on conflict (service_date) do update set version = day_plans.version + 1`,
}

/**
 * Locks a date for planning until the current transaction ends; concurrent claims then plan again. Take it before locking a
 * visit. Does nothing unless the road decides.
 */
export async function lockDay(date: LocalDate): Promise<void> {
  if (roadDecides()) await queryRow(locking, [date])
}

const planning = {
  name: 'plan-visits',
  text: `update jobs set tentative_technician_id = planned.technician_id
    from unnest($1::uuid[], $2::uuid[]) as planned(id, technician_id) where jobs.id = planned.id`,
}

/**
 * Stores the technicians planned for visits without one, and records a visit the office placed beyond the road. Call after
 * `lockDay`.
 */
export async function storePlan(person: Person, job: JobRow, placing: Placing): Promise<void> {
  const { dayVersion, tentativeTechnicianId, changedIds, changedTechnicians } = placing
  if (dayVersion === null) return
  slotsChanged(job.serviceDate)
  await storeTechnicians([...changedIds, job.id], [...changedTechnicians, tentativeTechnicianId])
  if (placing.isBeyondRoad) await happened(beyondRoad(person, job))
}

/** Stores the technicians planned for these visits. */
export const storeTechnicians = (ids: readonly string[], technicians: readonly (string | null)[]) =>
  queryRows(planning, [[...ids], [...technicians]])

/** The event for a visit the office planned although its day cannot be driven. */
export const beyondRoad = (person: Person, job: JobRow): Happening => ({
  event: 'planned_beyond_road',
  job,
  by: person.id,
  data: {},
})

/** Why a technician's own visits keep them from being at a visit in time; null if only the rest of the day prevents it. */
export async function travelRefusalOf(technicianId: string, visit: WantedVisit) {
  const day = without(visit.id, await readRoadDay(visit))
  const technician = day.technicians.find(({ id }) => id === technicianId)
  return technician ? assignmentRefusal(technician, visit, day.visits, day.road) : null
}

/** The Conflict when no technician can reach a visit in time; `more` has the day's fresh availability. */
export const outOfReach = (byOffice: boolean, more: object = {}) =>
  new Conflict(
    byOffice
      ? phrase(
          'No technician can be there in time. You can choose another time, or book it anyway.',
        )
      : phrase('We cannot be at this address in time then. Please choose another time.'),
    { reason: 'travel', ...more },
  )
