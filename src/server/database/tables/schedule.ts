import {
  date,
  pgTable,
  primaryKey,
  smallint,
  text,
  index,
  integer,
  uuid,
  check,
} from 'drizzle-orm/pg-core'
import { createdAt, id, instant, partOf } from './columns.ts'
import { sql } from 'drizzle-orm'
import type { Slot } from '#shared/rules/slots.ts'
import { users } from './users.ts'

export const blockedSlots = pgTable(
  'blocked_slots',
  {
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    slot: integer('slot').$type<Slot>().notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (blocked) => [primaryKey({ columns: [blocked.serviceDate, blocked.slot] })],
)

/** Closures as entered by the office: days, or times of them. The resulting blocks are in `blocked_slots`. */
export const closures = pgTable(
  'closures',
  {
    id: id(),
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    /** Slots closed on each of its days, in order. */
    slots: integer('slots').$type<Slot>().array().notNull(),
    name: text('name').notNull().default(''),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** Incremented by each change, for `If-Match`. */
    version: integer('version').notNull().default(1),
    /** Who changed it last. */
    changedBy: uuid('changed_by'),
  },
  (closure) => [index('closures_to').on(closure.toDate)],
)

/** A technician's days off, business-local dates, both included. */
export const daysOff = pgTable(
  'days_off',
  {
    id: id(),
    technicianId: partOf('technician_id', () => users.id),
    from: date('from_date', { mode: 'string' }).notNull(),
    to: date('to_date', { mode: 'string' }).notNull(),
    reason: text('reason').notNull().default(''),
    createdAt: createdAt(),
  },
  (off) => [
    check('days_off_in_order', sql`${off.from} <= ${off.to}`),
    index('days_off_technician').on(off.technicianId, off.to),
  ],
)

/** A slot's number of seats when it began, without booked ones; written once. */
export const offeredSeats = pgTable(
  'offered_seats',
  {
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    slot: integer('slot').$type<Slot>().notNull(),
    seats: smallint('seats').notNull(),
  },
  (offered) => [primaryKey({ columns: [offered.serviceDate, offered.slot] })],
)

/**
 * Dates whose visits were checked against the road. The version changes with each visit placed, so that of two bookings
 * planned on the same facts one plans again.
 */
export const dayPlans = pgTable('day_plans', {
  serviceDate: date('service_date', { mode: 'string' }).primaryKey(),
  version: integer('version').notNull(),
})
