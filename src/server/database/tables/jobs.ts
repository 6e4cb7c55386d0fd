import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ChecklistItemId } from '#shared/rules/checklist.ts'
import type { EventName } from '#shared/rules/events.ts'
import type { ExtraApproval, ExtraType } from '#shared/rules/extras.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import { products, servicePackages } from './catalog.ts'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'
import { vehicles } from './vehicles.ts'

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    /** Said over the phone as FQ-1042. */
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => users.id),
    technicianId: uuid('technician_id').references(() => users.id),
    vehicleId: uuid('vehicle_id')
      .notNull()
      .references(() => vehicles.id),
    servicePackageId: uuid('service_package_id')
      .notNull()
      .references(() => servicePackages.id),
    /** Business-local calendar date. */
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    slot: smallint('slot').notNull(),
    /** Which of the slot's `slotCapacity` places this job holds, from 1. */
    place: smallint('place').notNull().default(1),
    /** Start of the slot as a UTC instant, from the business time zone. */
    startsAt: instant('starts_at').notNull(),
    serviceAddress: text('service_address').notNull(),
    /** How to get to the vehicle: gate code, where it stands, who has the keys. */
    accessNotes: text('access_notes').notNull().default(''),
    /** Where the address is, as exactly as it is known; its postal code's centre at first. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** The address is outside the service area: an admin has to confirm the visit. */
    needsConfirmation: boolean('needs_confirmation').notNull().default(false),
    status: text('status').$type<JobStatus>().notNull().default('scheduled'),
    packageCents: integer('package_cents').notNull(),
    addonsCents: integer('addons_cents').notNull().default(0),
    extrasCents: integer('extras_cents').notNull().default(0),
    customerNotes: text('customer_notes').notNull().default(''),
    technicianNotes: text('technician_notes').notNull().default(''),
    communicationActive: boolean('communication_active').notNull().default(false),
    /** Read by the technician during the visit. */
    odometerMiles: integer('odometer_miles'),
    /** Quarts that the technician measured while filling. */
    filledQuarts: doublePrecision('filled_quarts'),
    /** Ticked checklist items. */
    checklist: jsonb('checklist').$type<ChecklistItemId[]>().notNull().default([]),
    /** Booked a moment ago: the customer's confirmation is still to be written. */
    confirmationDue: boolean('confirmation_due').notNull().default(false),
    createdAt: createdAt(),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
  },
  (job) => [
    // The claim on a slot: one live job per place, whatever the number of server processes.
    uniqueIndex('jobs_place')
      .on(job.serviceDate, job.slot, job.place)
      .where(sql`${job.status} <> 'cancelled'`),
    index('jobs_customer').on(job.customerId, job.serviceDate.desc(), job.slot.desc()),
    // Nobody is at two addresses at once: neither a technician nor a vehicle.
    uniqueIndex('jobs_technician')
      .on(job.technicianId, job.serviceDate, job.slot)
      .where(sql`${job.status} <> 'cancelled'`),
    uniqueIndex('jobs_vehicle_slot')
      .on(job.vehicleId, job.serviceDate, job.slot)
      .where(sql`${job.status} <> 'cancelled'`),
    index('jobs_unassigned')
      .on(job.serviceDate, job.slot)
      .where(sql`${job.status} = 'scheduled'`),
    index('jobs_in_progress')
      .on(job.technicianId)
      .where(sql`${job.status} = 'in_progress'`),
    index('jobs_vehicle').on(job.vehicleId),
    index('jobs_confirmation')
      .on(job.createdAt)
      .where(sql`${job.confirmationDue}`),
    index('jobs_newest').on(job.createdAt.desc(), job.id.desc()),
    index('jobs_completed').on(job.completedAt),
    uniqueIndex('jobs_number').on(job.number),
  ],
)

export const jobAddons = pgTable(
  'job_addons',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    addonServiceId: uuid('addon_service_id')
      .notNull()
      .references(() => products.id),
    /** Name and price as they were when added. */
    name: text('name').notNull(),
    priceCents: integer('price_cents').notNull(),
    addedByTechnician: boolean('added_by_technician').notNull().default(false),
    createdAt: createdAt(),
  },
  (addon) => [uniqueIndex('job_addons_once').on(addon.jobId, addon.addonServiceId)],
)

export const jobExtras = pgTable(
  'job_extras',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    serviceType: text('service_type').$type<ExtraType>().notNull(),
    description: text('description').notNull(),
    unitCents: integer('unit_cents').notNull(),
    quantity: integer('quantity').notNull().default(1),
    totalCents: integer('total_cents').notNull(),
    /** An extra that is `waiting` or `declined` is not charged. */
    approval: text('approval').$type<ExtraApproval>().notNull().default('not_needed'),
    createdAt: createdAt(),
  },
  (extra) => [index('job_extras_job').on(extra.jobId)],
)

/** Pictures that a technician took; the files are in the photo store under the photo's id. */
export const jobPhotos = pgTable(
  'job_photos',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    moment: text('moment').$type<PhotoMoment>().notNull(),
    uploadedBy: uuid('uploaded_by').references(() => users.id),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (photo) => [index('job_photos_job').on(photo.jobId, photo.createdAt)],
)

/** Where the technician is on the way to a job, while they share it. */
export const positionShares = pgTable('position_shares', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  technicianId: uuid('technician_id')
    .notNull()
    .references(() => users.id),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  recordedAt: instant('recorded_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** What happened to a job and who did it; never changed, never deleted. */
export const jobEvents = pgTable(
  'job_events',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id').references(() => users.id),
    kind: text('kind').$type<EventName>().notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (event) => [index('job_events_job').on(event.jobId, event.createdAt)],
)
