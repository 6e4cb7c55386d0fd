import { businessToday, slotStart, startOfBusinessDay } from '#server/base/business-time.ts'
import { locateAddress, placeOf } from '#server/features/service-area/queries.ts'
import { now } from '#server/base/clock.ts'
import { queryRow, queryRows, db } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { packagesOnSale } from '#server/features/catalog/queries.ts'
import { readSeats } from '#server/reads/roster.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Invalid, NotFound } from '#server/http/errors.ts'
import { shareAnswer } from '#server/http/shared-answers.ts'
import type { Day } from '#shared/contract/booking.ts'
import { addDays, dateRange, daysBetween, type LocalDate } from '#shared/rules/calendar.ts'
import { skillNeeded, type WantedVisit } from '#shared/rules/assignment.ts'
import type { OilType } from '#shared/rules/oil.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import { type BookingWindow, bookingWindow } from '#shared/rules/service-days.ts'
import { slotsOfDay, timesOn } from '#shared/rules/slot-times.ts'
import { overlap, type Slot, slotLabel, slotStatus } from '#shared/rules/slots.ts'
import { isOffered, isOpenDay, slotsOn } from '#shared/rules/weekly-hours.ts'
import { phrase } from '#shared/texts/t.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { roadDecides } from '#server/features/jobs/queries/road-days.ts'
import type { Location } from '#shared/rules/road.ts'
import { plansFor, reachable, withBest, withDrivesTo } from './reachable-times.ts'
import { cachedAnswer } from '#server/reads/availability-cache.ts'
import { and, eq, gte, isNull, or } from 'drizzle-orm'
import { hashToken } from '#server/base/tokens.ts'
import { calendarFeeds } from '#server/database/tables/credentials.ts'
import { users } from '#server/database/tables/users.ts'
import type { CalendarFeed } from '#shared/contract/calendar-feeds.ts'
import type { Person } from '#shared/rules/roles.ts'

const longestRange = 100
const usualRange = 30

/** The first and last bookable date now; the office needs no lead time. */
export function bookableDates({ byOffice = false } = {}): BookingWindow {
  const settings = currentSettings()
  const { horizonDays } = settings
  const isOpen = (date: LocalDate) => isOpenDay(date, settings)
  const leadDays = byOffice ? 0 : settings.leadDays
  const today = businessToday()
  const lastSlot = slotsOn(today, settings).at(-1)
  const todayIsOver = leadDays === 0 && (!lastSlot || slotStart(today, lastSlot) <= now())
  return bookingWindow({ today, todayIsOver, leadDays, horizonDays, isOpen })
}

/**
 * Days with their slots, both dates included; by default 31 days from the first bookable one. Cached briefly, but never
 * past a change. Throws Invalid for more than 100 days or a reversed range.
 */
export function availability(range: Range): Promise<Day[]> {
  return cachedAnswer(`${range.from}/${range.to}`, currentSettings(), nextTurn, async () => {
    const { from, to } = checkedDates(range)
    return shareAnswer(await readDays(from, to))
  })
}

type Range = { from?: LocalDate; to?: LocalDate }

function checkedDates(range: Range): Required<Range> {
  const from = range.from ?? bookableDates().first ?? businessToday()
  const to = range.to ?? addDays(from, usualRange)
  const days = daysBetween(from, to) + 1
  if (days < 1) throw new Invalid(phrase('The range of dates ends before it begins.'))
  if (days > longestRange)
    throw new Invalid(phrase('Please ask for at most {days} days.', { days: longestRange }))
  return { from, to }
}

type For = Range & {
  address?: string | undefined
  servicePackageId?: string | undefined
  jobId?: string | undefined
  /** The customer, when the office books. */
  customerId?: string | undefined
}

/**
 * `availability` for an address, to which a technician must be able to drive in time, and for a visit that is to be moved,
 * which does not count against itself. Throws Invalid, naming the field, for an unknown address, and NotFound for a visit
 * that is not the person's to move.
 */
export async function availabilityFor(
  person: Person | null | undefined,
  { address, servicePackageId, jobId, customerId, ...range }: For,
): Promise<Day[]> {
  const byOffice = person?.role === 'admin'
  if (jobId && !person) throw new NotFound(phrase('Job not found.'))
  const job = jobId && person ? await loadJob(person, jobId, mayManageBooking) : undefined
  const located = address ? await locateAddress(address, 'address') : undefined
  const { from, to } = checkedDates(range)
  const except = job ? [job.id] : []
  const readTimes = () => (job ? readDays(from, to, except) : availability(range))
  // Outside the area a booking becomes a request, planned when the office confirms it; the office books it right away.
  const isRequest = located?.answer === 'outside' && !byOffice
  if (!located || !roadDecides() || isRequest) return readTimes()
  const { latitude = null, longitude = null } = located.coordinates ?? {}
  const { serviceAddress } = located
  const place = await placeOf(
    job?.serviceAddress === serviceAddress ? job : { latitude, longitude, serviceAddress },
  )
  const visit = { place, ...(job ? needsOf(job) : await needsOfPackage(servicePackageId)) }
  const whose = job?.customerId ?? (byOffice ? customerId : ownIdOf(person))
  const own = whose ? await ownVisits([whose, serviceAddress, from, to, except]) : []
  const read = () => plansFor(dateRange(from, to), byOffice, except)
  const answer = async (planned: Awaited<ReturnType<typeof read>>) => {
    // Read here, so that times from before a change are never cached after it.
    const days = await readTimes()
    const itself = job && { date: job.serviceDate, slot: job.slot }
    const plans = await withDrivesTo(place, planned)
    const reached = days.map((day) => reachable(day, plans.get(day.date), visit))
    return shareAnswer(withBest(reached, { except: itself, own }))
  }
  if (job) return answer(await read())
  // The place is the center of a ZIP code, so many addresses share an answer.
  const key = `road ${byOffice}/${from}/${to}`
  const cached = <T>(more: string, ask: () => Promise<T>) =>
    cachedAnswer(key + more, currentSettings(), nextTurn, ask)
  const plans = () => cached('', read)
  if (own.length > 0) return answer(await plans())
  return cached(`/${JSON.stringify(visit)}`, async () => answer(await plans()))
}

/** A customer; not a guest, whose link is for one visit. */
const ownIdOf = (person: Person | null | undefined) =>
  person?.role === 'customer' && !person.link ? person.id : undefined

type OwnVisit = { date: LocalDate; slot: Slot }
type Asked = [customerId: string, address: string, from: LocalDate, to: LocalDate, except: string[]]

const ownVisits = (asked: Asked): Promise<OwnVisit[]> =>
  cachedAnswer(`own ${JSON.stringify(asked)}`, currentSettings(), nextTurn, () =>
    queryRows<OwnVisit>(visitsAt, asked),
  )

const visitsAt = {
  name: 'own-visits-at-address',
  text: `select service_date::text as date, slot from jobs
    where customer_id = $1::uuid and service_address = $2::text and status <> 'cancelled'
      and service_date between $3::date and $4::date and id <> all($5::uuid[])
    order by service_date, slot`,
}

const needsOf = ({ minutes, oilType }: { minutes: number; oilType: OilType }) => ({
  minutes,
  skill: skillNeeded(oilType),
})

/** How long a package takes and the skill it needs; the usual for an unknown one. */
async function needsOfPackage(id: string | undefined) {
  const found = id && (await packagesOnSale()).find((one) => one.id === id)
  return found ? needsOf(found) : { skill: null }
}

/** One day read from the database now, without the seats of the jobs `except`; for a `place`, if it is given. */
export async function freshDay(
  date: LocalDate,
  except: readonly string[] = [],
  {
    byOffice = false,
    place,
    minutes,
    skill = null,
  }: Partial<Pick<WantedVisit, 'minutes' | 'skill'>> & {
    byOffice?: boolean | undefined
    place?: Location | null | undefined
  } = {},
): Promise<Day> {
  const [day] = await readDays(date, date, except, byOffice ? 0 : undefined)
  if (!day) throw new Error(`There is no day ${date}`)
  if (place === undefined || !roadDecides()) return day
  const plans = await plansFor([date], byOffice, except)
  return reachable(day, plans.get(date), { place, skill, ...(minutes && { minutes }) })
}

/** The next instant at which a slot becomes past. */
function nextTurn(): Date {
  const today = businessToday()
  const midnight = startOfBusinessDay(addDays(today, 1))
  const settings = currentSettings()
  if (settings.leadDays > 0) return midnight
  return (
    slotsOfDay(today, settings)
      .map((slot) => slotStart(today, slot))
      .find((at) => at > now()) ?? midnight
  )
}

/** `seats`: those taken, of visits whose times are not the day's usual ones. */
type Taken = {
  date: LocalDate
  slot: Slot
  taken: number
  seats: number[] | null
  blocked: boolean
}

async function readDays(
  from: LocalDate,
  to: LocalDate,
  except: readonly string[] = [],
  leadDays = currentSettings().leadDays,
): Promise<Day[]> {
  return toDays(from, to, leadDays, await readFacts(from, to, except))
}

/** How many more visits the office can plan in each slot of these dates. */
export async function freeSeatsBetween(
  from: LocalDate,
  to: LocalDate,
): Promise<(date: LocalDate, slot: Slot) => number> {
  const factsOf = await readFacts(from, to, [])
  const open = new Set(
    toDays(from, to, 0, factsOf).flatMap(({ date, slots: ofDay }) =>
      ofDay.flatMap(({ timeSlot, status }) => (status === 'open' ? `${date} ${timeSlot}` : [])),
    ),
  )
  return (date, slot) => {
    const { capacity, taken } = factsOf(date, slot)
    return open.has(`${date} ${slotLabel(slot)}`) ? capacity - taken : 0
  }
}

async function readFacts(from: LocalDate, to: LocalDate, except: readonly string[]) {
  const [taken, held, seatsIn] = await Promise.all([
    readTaken(from, to, except),
    queryRows<Taken>(heldSeats, [from, to, now()]),
    readSeats(from),
  ])
  const factsOf = factsBySlot([...taken, ...held])
  return (date: LocalDate, slot: Slot) => ({
    ...factsOf(date, slot),
    capacity: seatsIn(date, slot),
  })
}

// Held for customers, by the waitlist or their plan.
const heldSeats = {
  name: 'held-seats',
  text: `select service_date::text as date, slot, count(*)::int as taken, null as seats, false as blocked
    from waitlist_offers where service_date between $1::date and $2::date
      and ended_at is null and expires_at > $3::timestamptz
    group by service_date, slot`,
}

type DaySeats = { date: LocalDate; booked: number; seats: number | null }

/**
 * Booked and total seats of each day, both dates included. A blocked or closed slot counts its booked seats as its total,
 * since people still work then. Started slots count the seats they had at the time; null for days before the first record.
 */
export async function seatsOf(from: LocalDate, to: LocalDate): Promise<DaySeats[]> {
  const [rows, seatsIn, stored, first] = await Promise.all([
    readTaken(from, to, []),
    readSeats(from),
    readStored(from, to),
    firstStored(),
  ])
  const factsOf = factsBySlot(rows)
  const offered = offeredIn(factsOf, seatsIn)
  const visits = new Map<LocalDate, number>()
  for (const { date, taken } of rows) visits.set(date, (visits.get(date) ?? 0) + taken)
  const known = first ?? businessToday()
  return dateRange(from, to).map((date) => {
    let seats = 0
    for (const slot of slotsOfDay(date, currentSettings()))
      seats += Math.max(
        stored.get(`${date}/${slot}`) ?? offered(date, slot),
        factsOf(date, slot).taken,
      )
    const booked = visits.get(date) ?? 0
    return { date, booked, seats: date < known ? null : seats }
  })
}

type SeatsIn = (date: LocalDate, slot: Slot) => number

/** Current number of visits each slot of these dates takes; none if blocked or not offered. */
export async function seatsOffered(from: LocalDate, to: LocalDate): Promise<SeatsIn> {
  const [rows, seatsIn] = await Promise.all([readTaken(from, to, []), readSeats(from)])
  return offeredIn(factsBySlot(rows), seatsIn)
}

const offeredIn =
  (factsOf: ReturnType<typeof factsBySlot>, seatsIn: SeatsIn): SeatsIn =>
  (date, slot) =>
    factsOf(date, slot).blocked || !isOffered(date, slot, currentSettings())
      ? 0
      : seatsIn(date, slot)

async function readStored(from: LocalDate, to: LocalDate): Promise<Map<string, number>> {
  const rows = await queryRows<{ date: LocalDate; slot: Slot; seats: number }>(
    {
      name: 'stored-seats',
      text: `select service_date::text as date, slot, seats from offered_seats
        where service_date between $1::date and $2::date`,
    },
    [from, to],
  )
  return new Map(rows.map(({ date, slot, seats }) => [`${date}/${slot}`, seats]))
}

async function firstStored(): Promise<LocalDate | null> {
  const text = 'select min(service_date)::text as date from offered_seats'
  return (await queryRow<{ date: LocalDate | null }>({ name: 'first-seats', text }))?.date ?? null
}

/** Taken seats of one of a day's slots, and whether it is blocked; visits count in every time that they overlap. */
function factsBySlot(rows: readonly Taken[]) {
  const byDate = Map.groupBy(rows, ({ date }) => date)
  return (date: LocalDate, slot: Slot) => {
    const there = (byDate.get(date) ?? []).filter((row) => overlap(row.slot, slot))
    const usual = there.reduce((sum, { taken, seats }) => (seats ? sum : sum + taken), 0)
    // Consecutive visits may have the same seat.
    const others = new Set(there.flatMap(({ seats }) => seats ?? []))
    return {
      taken: usual + others.size,
      blocked: there.some((row) => row.blocked && row.slot === slot),
    }
  }
}

type Wanted = { from: LocalDate; to: LocalDate; usual: readonly Slot[]; except: readonly string[] }

// Without exceptions an index-only scan is enough.
function readTaken(from: LocalDate, to: LocalDate, except: readonly string[]): Promise<Taken[]> {
  const some = except.length > 0
  const settings = currentSettings()
  const usual = timesOn(from, settings) === timesOn(to, settings) ? slotsOfDay(from, settings) : []
  return queryRows(
    statement<Taken, Wanted>(
      some ? 'taken-except' : 'taken',
      ($) => `select service_date::text as date, slot, count(*)::int as taken,
          array_agg(seat) filter (where slot <> all(${$.usual}::int[])) as seats, false as blocked
        from jobs where service_date between ${$.from}::date and ${$.to}::date and status <> 'cancelled'
          and seat is not null ${some ? `and id <> all(${$.except}::uuid[])` : ''}
        group by service_date, slot
        union all
        select service_date::text, slot, 0, null, true
        from blocked_slots where service_date between ${$.from}::date and ${$.to}::date`,
    ),
    { from, to, usual, except },
  )
}

function toDays(
  from: LocalDate,
  to: LocalDate,
  leadDays: number,
  factsOf: (date: LocalDate, slot: Slot) => { taken: number; blocked: boolean; capacity: number },
): Day[] {
  const settings = currentSettings()
  const { horizonDays } = settings
  const today = businessToday()
  const [soonest, last] = [addDays(today, leadDays), addDays(today, horizonDays)]
  return dateRange(from, to).map((date) => {
    const started = (slot: Slot) => date === today && slotStart(date, slot) <= now()
    const day = slotsOfDay(date, settings).map((slot) => ({
      timeSlot: slotLabel(slot),
      status: slotStatus({
        past: date < soonest || started(slot),
        offered: isOffered(date, slot, settings),
        beyondHorizon: date > last,
        ...factsOf(date, slot),
      }),
    }))
    return { date, open: day.some((slot) => slot.status === 'open'), slots: day }
  })
}

/** A person deactivated and invited again starts without the old address. */
const isOfNow = or(isNull(users.approvedAt), gte(calendarFeeds.createdAt, users.approvedAt))

/** When a person's feed address was made, and when a calendar last read it. */
export async function feedOf(userId: string): Promise<CalendarFeed> {
  const [feed] = await db()
    .select({ createdAt: calendarFeeds.createdAt, readAt: calendarFeeds.readAt })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(and(eq(calendarFeeds.userId, userId), isOfNow))
  return {
    since: feed?.createdAt.toISOString() ?? null,
    readAt: feed?.readAt?.toISOString() ?? null,
  }
}

type FeedOwner = { person: Person; language: string | null }

/**
 * The owner of a feed address; undefined if it is unknown or ended, or the owner may no longer see visits. Looks up the
 * stored hash, so that timing reveals nothing about an almost correct token.
 */
export async function ownerOfFeed(token: string): Promise<FeedOwner | undefined> {
  const [row] = await db()
    .select({
      id: users.id,
      role: users.role,
      approvedAt: users.approvedAt,
      language: users.language,
      readAt: calendarFeeds.readAt,
    })
    .from(calendarFeeds)
    .innerJoin(users, eq(users.id, calendarFeeds.userId))
    .where(
      and(
        eq(calendarFeeds.tokenHash, hashToken(token)),
        isNull(users.deactivatedAt),
        isNull(users.anonymizedAt),
        isOfNow,
      ),
    )
  if (!row) return undefined
  const { id, role, language } = row
  const works = role === 'technician' && row.approvedAt !== null
  if (!works && role !== 'admin') return undefined
  await noteReading(id, row.readAt)
  return { person: { id, role, active: true }, language }
}

const noteEveryMs = 600_000

/** Calendars read often; to the minute would be needless writes. */
async function noteReading(userId: string, before: Date | null): Promise<void> {
  if (before && now().getTime() - before.getTime() < noteEveryMs) return
  await db().update(calendarFeeds).set({ readAt: now() }).where(eq(calendarFeeds.userId, userId))
}
