import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import type { NotDoneReason } from '#shared/rules/fees.ts'
import type { JobStatus } from '#shared/rules/jobs.ts'
import { createdAt, id, instant } from './columns.ts'
import { servicePackages } from './service-packages.ts'
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
    /** Which of the slot's `slotCapacity` seats this job holds, from 1; a request holds none. */
    seat: smallint('seat').default(1),
    /** Start of the slot as a UTC instant, from the business time zone. */
    startsAt: instant('starts_at').notNull(),
    serviceAddress: text('service_address').notNull(),
    /** How to get to the vehicle: gate code, where it stands, who has the keys. */
    accessNotes: text('access_notes').notNull().default(''),
    /** Where the address is, as exactly as it is known; its postal code's center at first. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** The address is outside the service area: an admin has to confirm the visit. */
    needsConfirmation: boolean('needs_confirmation').notNull().default(false),
    /** It lost its technician by something that was about another matter, and nobody has been named since. */
    technicianLost: boolean('technician_lost').notNull().default(false),
    status: text('status').$type<JobStatus>().notNull().default('scheduled'),
    packageCents: integer('package_cents').notNull(),
    addonsCents: integer('addons_cents').notNull().default(0),
    extrasCents: integer('extras_cents').notNull().default(0),
    /** Sales tax as it was when this was booked, in basis points; null: none, whatever is switched on later. */
    taxRateBp: integer('tax_rate_bp'),
    /** Its customer pays it by invoice: no card is asked for it. */
    onInvoice: boolean('on_invoice').notNull().default(false),
    /** Of package, add-ons and extras those that are taxed; 0 without a rate. */
    taxableCents: integer('taxable_cents').notNull().default(0),
    customerNotes: text('customer_notes').notNull().default(''),
    technicianNotes: text('technician_notes').notNull().default(''),
    communicationActive: boolean('communication_active').notNull().default(false),
    /** Read by the technician during the visit. */
    odometerMiles: integer('odometer_miles'),
    /** Quarts that the technician measured while filling. */
    filledQuarts: doublePrecision('filled_quarts'),
    /** The fees of the policy it was booked with; null, of a visit from before that: the settings of today. */
    cancelFeeCents: integer('cancel_fee_cents'),
    cancelFeeWithinHours: integer('cancel_fee_within_hours'),
    notDoneFeeCents: integer('not_done_fee_cents'),
    /** Until when cancelling is free, once it was moved to where the hours alone do not say so. */
    cancelFreeUntil: instant('cancel_free_until'),
    /** Ticked checklist items. */
    checklist: jsonb('checklist').$type<ChecklistItemId[]>().notNull().default([]),
    /** Booked a moment ago: the customer's confirmation is still to be written. */
    confirmationDue: boolean('confirmation_due').notNull().default(false),
    createdAt: createdAt(),
    /** When it was done, by the technician's phone; and when we got to know of it. */
    startedAt: instant('started_at'),
    startedReceivedAt: instant('started_received_at'),
    completedAt: instant('completed_at'),
    completedReceivedAt: instant('completed_received_at'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** It was cancelled because the service could not be done; why, and what whoever was there wrote. */
    outcome: text('outcome').$type<'not_done'>(),
    notDoneReason: text('not_done_reason').$type<NotDoneReason>(),
    notDoneNote: text('not_done_note').notNull().default(''),
    /** Until when the office may decide on a fee for it; null once it has, and when there is nothing to decide. */
    feeDecisionUntil: instant('fee_decision_until'),
  },
  (job) => [
    check(
      'jobs_seat_or_request',
      sql`${job.seat} is not null or ${job.needsConfirmation} or ${job.status} = 'cancelled'`,
    ),
    // The claim on a slot: one live job per seat, whatever the number of server processes.
    uniqueIndex('jobs_seat')
      .on(job.serviceDate, job.slot, job.seat)
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
    index('jobs_technician_lost')
      .on(job.serviceDate, job.slot)
      .where(sql`${job.status} = 'scheduled' and ${job.technicianLost}`),
    index('jobs_requests')
      .on(job.serviceDate, job.slot)
      .where(sql`${job.status} = 'scheduled' and ${job.needsConfirmation}`),
    index('jobs_under_way')
      .on(job.serviceDate, job.slot)
      .where(sql`${job.status} in ('assigned', 'in_progress')`),
    index('jobs_in_progress')
      .on(job.technicianId)
      .where(sql`${job.status} = 'in_progress'`),
    // What somebody did in a stretch of time, and all they ever had, from the index alone.
    index('jobs_work')
      .on(job.technicianId, job.completedAt, job.id)
      .where(sql`${job.technicianId} is not null`),
    index('jobs_vehicle').on(job.vehicleId),
    // Whoever calls says where they live; the search is for beginnings.
    index('jobs_address').on(sql`lower(${job.serviceAddress}) text_pattern_ops`),
    index('jobs_confirmation')
      .on(job.createdAt)
      .where(sql`${job.confirmationDue}`),
    index('jobs_fee_decision')
      .on(job.feeDecisionUntil)
      .where(sql`${job.feeDecisionUntil} is not null`),
    index('jobs_newest').on(job.createdAt.desc(), job.id.desc()),
    index('jobs_completed').on(job.completedAt),
    index('jobs_cancelled')
      .on(job.cancelledAt)
      .where(sql`${job.status} = 'cancelled'`),
    uniqueIndex('jobs_number').on(job.number),
  ],
)
