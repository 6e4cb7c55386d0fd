import { setImmediate } from 'node:timers/promises'
import { businessToday, slotStart } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { log } from '#server/base/log.ts'
import { timeOfDayAt } from '#server/base/wall-clock.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { queryRow, queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import { availability, availabilityFor, seatsOffered } from '#server/features/booking/queries.ts'
import { quoteVisit } from '#server/features/booking/queries/quote-visit.ts'
import { placingFor } from '#server/features/jobs/actions/place-on-road.ts'
import { roadDecides } from '#server/features/jobs/queries/road-days.ts'
import { placeOf } from '#server/features/service-area/queries.ts'
import { AppError } from '#server/http/errors.ts'
import { visitOf } from '#server/reads/job-row.ts'
import { readJob } from '#server/reads/visits.ts'
import type { Day } from '#shared/contract/booking.ts'
import { addDays, type LocalDate } from '#shared/rules/calendar.ts'
import { enoughNotice } from '#shared/rules/cancellation.ts'
import { isNotStarted, notStartedStatuses } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { paths } from '#shared/rules/paths.ts'
import { isQuiet } from '#shared/rules/quiet-hours.ts'
import type { Person } from '#shared/rules/roles.ts'
import { type Slot, slotOf } from '#shared/rules/slots.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import {
  leastOfferMinutes,
  mostMissedOffers,
  type OfferOutcome,
  suits,
} from '#shared/rules/waitlist.ts'
import {
  type EntryRow,
  entriesById,
  entryById,
  hasMoved,
  heldBy,
  offerToken,
  openEntries,
  stateOf,
} from '../queries.ts'
import { endOffer } from './change-entries.ts'
import { holdSeat, lockForHolding } from './hold-seat.ts'

type Time = { date: LocalDate; slot: Slot }

const anyOpen = {
  name: 'anyone-on-waitlist',
  text: `select 1 where exists (select from waitlist_entries where ended_at is null)
    or exists (select from waitlist_offers where ended_at is null and entry_id is not null)`,
}

/**
 * Ends entries and offers that are over, and holds each free time for the first customer it suits. Makes no offers in quiet
 * hours: times stay open to everyone (decision 035). With the waitlist switched off, ends all held times and keeps entries
 * in case it is switched on again. Safe to run in several processes at once.
 */
export async function offerFreedTimes(): Promise<void> {
  if (!(await queryRow(anyOpen))) return
  await transaction(endWhatIsOver)
  if (!currentSettings().uses.waitlist) return
  const { quietFrom, quietUntil, timeZone } = currentSettings()
  if (isQuiet(timeOfDayAt(now(), timeZone), { quietFrom, quietUntil })) return
  const entries = await openEntries()
  const today = businessToday()
  const [last = today] = entries
    .map(({ to }) => to)
    .toSorted((one, other) => (one < other ? 1 : -1))
  const furthest = addDays(today, mostDays)
  const range = { from: today, to: last < furthest ? last : furthest }
  for (const entry of entries) {
    try {
      await offerFirst(entry, range)
      // Lets requests run between entries.
      await setImmediate()
    } catch (error) {
      // A car or package that can no longer be booked must not stop the others.
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error }, 'an entry of the waitlist gets no offer')
    }
  }
}

// An entry ends with its last day, its visit or car, another visit booked for the car, or too many unanswered offers.
const endingEntries = {
  name: 'end-waitlist-entries',
  text: `update waitlist_entries e set ended_at = $1::timestamptz, outcome = 'over'
    where e.ended_at is null and (e.to_date < $2::date
      or exists (select from jobs j where j.id = e.job_id
        and (j.status <> all($3::text[]) or j.needs_confirmation or j.starts_at <= $1::timestamptz))
      or exists (select from vehicles v where v.id = e.vehicle_id and v.deleted_at is not null)
      or exists (select from users u where u.id = e.customer_id and u.anonymized_at is not null)
      or e.job_id is null and exists (select from jobs j where j.vehicle_id = e.vehicle_id
        and j.status = any($3::text[]) and j.created_at > e.created_at)
      or (select count(*) from waitlist_offers o where o.entry_id = e.id and (o.outcome = 'expired'
        or o.ended_at is null and o.expires_at <= $1::timestamptz)) >= ${mostMissedOffers})
    returning e.id`,
}

const openOffers = {
  name: 'open-waitlist-offers',
  text: `select o.id, o.entry_id, o.service_date::text as date, o.slot from waitlist_offers o
    where o.ended_at is null and o.entry_id is not null order by o.id for update`,
}

async function endWhatIsOver(): Promise<void> {
  const isOff = !currentSettings().uses.waitlist
  if (!isOff) await queryRows(endingEntries, [now(), businessToday(), [...notStartedStatuses]])
  type Open = Time & { id: string; entryId: string }
  const open = await queryRows<Open>(openOffers)
  const [first, ...others] = open.map(({ date }) => date).toSorted()
  if (!first) return
  const entries = await entriesById(open.map(({ entryId }) => entryId))
  const seats = await seatsOffered(first, others.at(-1) ?? first)
  for (const one of open) {
    const entry = entries.find(({ id }) => id === one.entryId)
    const over = entry && endOf(entry, one, seats(one.date, one.slot))
    const outcome = over ?? (isOff && 'ended')
    if (!entry || !outcome || !(await endOffer(one, outcome))) continue
    await happened({
      event: 'waitlist_offer_ended',
      by: null,
      personId: entry.customerId,
      data: {
        ...timeOf(one),
        outcome,
        stillWaiting: !isOff && entry.endedAt === null,
        ...(!over && { open: true as const }),
      },
    })
  }
}

const timeOf = ({ date, slot }: Time): Time => ({ date, slot })

/** How an open offer ended: by its deadline, its visit or its day; null if it still counts. */
function endOf(entry: EntryRow, open: Time & { id: string }, seats: number): OfferOutcome | null {
  const offer = entry.offers.find(({ id }) => id === open.id)
  if (!offer) return null
  if (stateOf(offer) === 'expired') return 'expired'
  if (entry.endedAt) return 'ended'
  return hasMoved(entry, offer) || seats === 0 ? 'ended' : null
}

/** The range of one availability answer; later days follow as time passes. */
const mostDays = 99

// The office's availability uses exact addresses; `holdFor` checks again.
const office: Person = { id: '', role: 'admin', active: true }

async function offerFirst(
  entry: EntryRow,
  range: { from: LocalDate; to: LocalDate },
): Promise<void> {
  if (heldBy(entry) || !mayStillMove(entry)) return
  // A time whose offer ended by a closure may be offered again.
  const answered = entry.offers.filter((one) => one.outcome !== 'ended' || hasMoved(entry, one))
  const missed = new Set(answered.map(({ date, slot }) => `${date}/${slot}`))
  const { visit, jobId, serviceAddress: address } = entry
  // Offers each time to a customer only once.
  const isWanted = (time: Time) => suits(entry, time) && !missed.has(`${time.date}/${time.slot}`)
  // All entries share this answer; only days with a suitable time are then checked for the entry's address.
  for (const { date, times } of openTimes(await availability(range))) {
    const wanted = date === visit?.date ? [] : times.filter(isWanted)
    if (wanted.length === 0) continue
    const isReachable = await reachableOn(entry, date)
    for (const time of wanted) if (isReachable(time.slot) && (await holdFor(entry.id, time))) return
  }
  if (!visit || !jobId || visit.date > range.to) return
  // On its own day, the visit being moved does not count.
  const ownDay = { address, from: visit.date, to: visit.date, jobId }
  for (const { times } of openTimes(await availabilityFor(office, ownDay)))
    for (const time of times) if (isWanted(time) && (await holdFor(entry.id, time))) return
}

type OpenDay = { date: LocalDate; times: readonly Time[] }
const openOf = new WeakMap<readonly Day[], readonly OpenDay[]>()

/** The days with open times, computed once per answer because every entry asks for the same. */
function openTimes(days: readonly Day[]): readonly OpenDay[] {
  const open =
    openOf.get(days) ??
    days
      .map(({ date, slots }) => ({
        date,
        times: slots
          .filter(({ status }) => status === 'open')
          .map(({ timeSlot }) => ({ date, slot: slotOf(timeSlot) })),
      }))
      .filter(({ times }) => times.length > 0)
  openOf.set(days, open)
  return open
}

/** Whether a technician can be there in time, by slot of a date. */
async function reachableOn(entry: EntryRow, date: LocalDate): Promise<(slot: Slot) => boolean> {
  if (!roadDecides()) return () => true
  const { servicePackageId, serviceAddress: address } = entry
  const asPackage = servicePackageId ? { servicePackageId } : undefined
  const [day] = await availabilityFor(office, { address, from: date, to: date, ...asPackage })
  const open = day?.slots.filter(({ status }) => status === 'open') ?? []
  return (slot) => open.some(({ timeSlot }) => slotOf(timeSlot) === slot)
}

/** Customers may not move a visit within the notice period, so its entry gets no offers. */
const mayStillMove = ({ visit }: EntryRow) =>
  !visit ||
  (isNotStarted(visit.status) &&
    enoughNotice(new Date(visit.startsAt), now(), currentSettings().rescheduleNoticeHours))

/** Holds a time for an entry and offers it; false if it is no longer free or cannot be driven. */
async function holdFor(entryId: string, time: Time): Promise<boolean> {
  // Checked before locking too, because the lock makes concurrent bookings plan again.
  const known = roadDecides() && (await entryById(entryId))
  if (known && !(await placingOf(known, time)).placing) return false
  return transaction(async () => {
    await lockForHolding(time.date)
    const entry = await entryById(entryId)
    if (!entry || entry.endedAt || entry.offers.some(({ endedAt }) => !endedAt)) return false
    if (!suits(entry, time) || (await holdsAnother(entry))) return false
    const startsAt = slotStart(time.date, time.slot)
    const ends = now().getTime() + currentSettings().waitlistOfferMinutes * 60_000
    const expiresAt = new Date(Math.min(ends, startsAt.getTime()))
    if (expiresAt.getTime() - now().getTime() < leastOfferMinutes * 60_000) return false
    const { placing, visit } = await placingOf(entry, time)
    const { priceCents } = visit
    if (!placing) return false
    const held = await holdSeat(time, {
      entryId,
      planPeriodId: null,
      jobId: entry.jobId,
      visit,
      placing,
      visitStartsAt: entry.visit && new Date(entry.visit.startsAt),
      expiresAt,
    })
    if (!held) return false
    await happened({
      event: 'waitlist_offered',
      by: null,
      personId: entry.customerId,
      data: {
        ...time,
        offerId: held,
        expiresAt: expiresAt.toISOString(),
        vehicle: vehicleName(entry.vehicle),
        link: siteAddress() + paths.waitlistOffer(await offerToken(held)),
        ...(entry.visit && { visit: timeOf(entry.visit) }),
        ...(priceCents !== undefined && { price: decimalFromCents(priceCents) }),
      },
    })
    return true
  })
}

async function placingOf(entry: EntryRow, time: Time) {
  const visit = await visitAt(entry, time)
  const wanted = { ...visit, ...time, id: '', insteadOf: entry.jobId }
  return { visit, placing: await placingFor(wanted, { assign: false }) }
}

const held = {
  name: 'customer-holds-time',
  text: `select 1 from waitlist_offers o join waitlist_entries e on e.id = o.entry_id
    where e.customer_id = $1::uuid and o.ended_at is null limit 1`,
}

/** Customers may hold one time at a time. */
const holdsAnother = async ({ customerId }: EntryRow) =>
  (await queryRow(held, [customerId])) !== undefined

async function visitAt(entry: EntryRow, time: Time) {
  if (!entry.jobId) return quoteVisit(entry, time)
  const job = await readJob(entry.jobId)
  if (!job) throw new Error('The visit does not exist.')
  const { latitude, longitude } = job
  const { skill } = visitOf(job)
  const place = await placeOf(job)
  return { skill, minutes: job.minutes, place, latitude, longitude, priceCents: undefined }
}
