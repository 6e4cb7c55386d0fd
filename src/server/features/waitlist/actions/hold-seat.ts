import { queryRow, queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import {
  lockDay,
  type Placing,
  storeTechnicians,
} from '#server/features/jobs/actions/place-on-road.ts'
import { freeSeat, type Wanted } from '#server/features/jobs/queries/free-seat.ts'
import { roadDecides } from '#server/features/jobs/queries/road-days.ts'
import { slotsChanged } from '#server/reads/slot-changes.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import type { Slot } from '#shared/rules/slots.ts'
import { lockWaitlist } from './change-entries.ts'

type Holder = {
  /** The waitlist entry or the due period of a plan that it is held for. */
  entryId: string | null
  planPeriodId: string | null
  /** The visit to move earlier. */
  jobId: string | null
  visitStartsAt: Date | null
  expiresAt: Date
}

type Values = Wanted &
  Holder & {
    technicianId: string | null
    minutes: number
    latitude: number | null
    longitude: number | null
  }
const holding = statement<{ id: string }, Values>(
  'hold-time',
  ($) => `with ${freeSeat($, { candidates: false, moving: $.jobId })}
  insert into waitlist_offers (entry_id, plan_period_id, service_date, slot, seat, technician_id, minutes, latitude,
    longitude, visit_starts_at, created_at, expires_at)
  select ${$.entryId}::uuid, ${$.planPeriodId}::uuid, ${$.serviceDate}::date, ${$.slot}::int, free.seat, ${$.technicianId}::uuid,
    ${$.minutes}::int, ${$.latitude}::float8, ${$.longitude}::float8, ${$.visitStartsAt}::timestamptz,
    ${$.at}::timestamptz, ${$.expiresAt}::timestamptz
  from free left join technician on true returning id`,
)

// With a fixed number of visits, bookings take no lock that a hold could wait for. This lock waits for bookings in
// progress, and later ones see the hold.
const lockBookings = {
  name: 'lock-bookings',
  text: 'lock table jobs in share row exclusive mode',
}

/** Makes other holds and bookings of a date wait until the current transaction ends. Take it before placing the visit to hold for. */
export async function lockForHolding(date: LocalDate): Promise<void> {
  await lockWaitlist()
  if (roadDecides()) await lockDay(date)
  else await queryRows(lockBookings)
}

/** Holds a free seat for a visit, after `lockForHolding`; returns the offer's id, or undefined if the slot is full. */
export async function holdSeat(
  time: { date: LocalDate; slot: Slot },
  {
    visit,
    placing,
    ...holder
  }: Holder & {
    visit: { minutes: number; latitude: number | null; longitude: number | null }
    placing: Placing
  },
): Promise<string | undefined> {
  const { minutes, latitude, longitude } = visit
  const held = await queryRow(holding, {
    ...placing,
    ...holder,
    serviceDate: time.date,
    slot: time.slot,
    technicianId: placing.tentativeTechnicianId,
    minutes,
    latitude,
    longitude,
  })
  if (!held) return undefined
  await storeTechnicians(placing.changedIds, placing.changedTechnicians)
  slotsChanged(time.date)
  return held.id
}
