import { sql } from 'drizzle-orm'
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Slot } from '#shared/rules/slots.ts'
import type { EntryOutcome, OfferOutcome } from '#shared/rules/waitlist.ts'
import { servicePackages } from './catalog.ts'
import { createdAt, id, instant, partOf } from './columns.ts'
import { jobs } from './jobs.ts'
import { planPeriods } from './plans.ts'
import { users } from './users.ts'
import { vehicles } from './vehicles.ts'

/** Customers waiting for an earlier time for a visit, or for a time to book. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: id(),
    customerId: partOf('customer_id', () => users.id),
    /** The visit to move earlier; null for entries that book a new one. */
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'cascade' }),
    vehicleId: partOf('vehicle_id', () => vehicles.id),
    /** The package to book; null for the car's recommended one. */
    servicePackageId: uuid('service_package_id').references(() => servicePackages.id, {
      onDelete: 'set null',
    }),
    /** Business-local dates, both included. */
    fromDate: date('from_date', { mode: 'string' }).notNull(),
    toDate: date('to_date', { mode: 'string' }).notNull(),
    /** The wanted times of day; empty for any. */
    slots: integer('slots').$type<Slot>().array().notNull(),
    serviceAddress: text('service_address').notNull(),
    /** Lower numbers get offers first. */
    position: doublePrecision('position').notNull(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
    outcome: text('outcome').$type<EntryOutcome>(),
  },
  (entry) => [
    uniqueIndex('waitlist_entries_job')
      .on(entry.jobId)
      .where(sql`${entry.endedAt} is null`),
    index('waitlist_entries_waiting')
      .on(entry.position)
      .where(sql`${entry.endedAt} is null`),
    index('waitlist_entries_customer').on(entry.customerId),
    index('waitlist_entries_vehicle').on(entry.vehicleId),
  ],
)

/** Times held for waiting customers and for due visits of plans. Until it ends or expires, an offer takes up a seat like a visit. */
export const waitlistOffers = pgTable(
  'waitlist_offers',
  {
    id: id(),
    entryId: uuid('entry_id').references(() => waitlistEntries.id, { onDelete: 'cascade' }),
    /** In place of an entry: the due visit of a plan it is proposed for. */
    planPeriodId: uuid('plan_period_id').references(() => planPeriods.id, { onDelete: 'cascade' }),
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    slot: integer('slot').$type<Slot>().notNull(),
    seat: smallint('seat').notNull(),
    /** The technician who would take the visit; null unless the road decides. */
    technicianId: uuid('technician_id').references(() => users.id),
    /** The visit's length and place. */
    minutes: integer('minutes').notNull(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** The visit's start when the offer was made; moving the visit ends the offer. */
    visitStartsAt: instant('visit_starts_at'),
    createdAt: createdAt(),
    /** The hold ends at this time even if no task runs. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    outcome: text('outcome').$type<OfferOutcome>(),
  },
  (offer) => [
    uniqueIndex('waitlist_offers_open')
      .on(offer.entryId)
      .where(sql`${offer.endedAt} is null`),
    uniqueIndex('waitlist_offers_open_period')
      .on(offer.planPeriodId)
      .where(sql`${offer.endedAt} is null`),
    check('waitlist_offers_whom', sql`${offer.entryId} is null or ${offer.planPeriodId} is null`),
    index('waitlist_offers_entry').on(offer.entryId),
    index('waitlist_offers_period').on(offer.planPeriodId),
    index('waitlist_offers_held')
      .on(offer.serviceDate, offer.slot)
      .where(sql`${offer.endedAt} is null`),
  ],
)
