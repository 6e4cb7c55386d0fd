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
import type { NotDoneReason } from '#shared/rules/not-done.ts'
import type { JobStatus, TechnicianLock } from '#shared/rules/jobs.ts'
import type { TaxMode } from '#shared/rules/sales-tax.ts'
import type { Slot } from '#shared/rules/slots.ts'
import type { Tires } from '#shared/rules/tires.ts'
import { createdAt, id, instant, refersTo, umlautsSpelledOutSql } from './columns.ts'
import { servicePackages } from './catalog.ts'
import { users } from './users.ts'
import { vehicles } from './vehicles.ts'

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    /** Spoken as FQ-1042. */
    number: integer('number').notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    customerId: refersTo('customer_id', () => users.id),
    technicianId: uuid('technician_id').references(() => users.id),
    /** The technician who would take it while it has none, so that the whole day can be driven; from `placeVisit`. */
    tentativeTechnicianId: uuid('tentative_technician_id').references(() => users.id),
    /** Keeps its technician whatever plans the day: locked by the office, or promised at booking. */
    technicianLock: text('technician_lock').$type<TechnicianLock>(),
    vehicleId: refersTo('vehicle_id', () => vehicles.id),
    servicePackageId: refersTo('service_package_id', () => servicePackages.id),
    /** The service as the imported file names it; null for visits booked here. Imported visits have no payment account. */
    importedService: text('imported_service'),
    /** Business-local calendar date. */
    serviceDate: date('service_date', { mode: 'string' }).notNull(),
    /** Start and end, business-local; 0 and below for imported visits, whose time is unknown. */
    slot: integer('slot').$type<Slot>().notNull(),
    /** Which of the slot's `slotCapacity` seats it takes, from 1; null for a request. */
    seat: smallint('seat').default(1),
    /** Start of the slot as a UTC instant, from the business's time zone. */
    startsAt: instant('starts_at').notNull(),
    serviceAddress: text('service_address').notNull(),
    /** The contact person at the vehicle and their phone (E.164), if not the customer; empty otherwise. */
    contactName: text('contact_name').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    /** How to get to the vehicle: gate code, parking spot, who has the keys. */
    accessNotes: text('access_notes').notNull().default(''),
    /** Coordinates of the address, as exact as known; at first its ZIP code's center. */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** Outside the service area: an admin must confirm the visit. */
    needsConfirmation: boolean('needs_confirmation').notNull().default(false),
    /** It lost its technician by an unrelated change, and has had none since. */
    technicianLost: boolean('technician_lost').notNull().default(false),
    status: text('status').$type<JobStatus>().notNull().default('scheduled'),
    packageCents: integer('package_cents').notNull(),
    addonsCents: integer('addons_cents').notNull().default(0),
    extrasCents: integer('extras_cents').notNull().default(0),
    /** Sales tax at booking in basis points; null for none, whatever is set later. */
    taxRateBp: integer('tax_rate_bp'),
    /** What the rate applies to. */
    taxMode: text('tax_mode').$type<TaxMode>().notNull().default('everything'),
    /** Paid by invoice: no card is requested. */
    onInvoice: boolean('on_invoice').notNull().default(false),
    /** The customer's purchase order number for this visit; empty without one. */
    poNumber: text('po_number').notNull().default(''),
    /** Taxable part of package, add-ons and extras; 0 without a rate. */
    taxableCents: integer('taxable_cents').notNull().default(0),
    customerNotes: text('customer_notes').notNull().default(''),
    technicianNotes: text('technician_notes').notNull().default(''),
    communicationActive: boolean('communication_active').notNull().default(false),
    /** Read by the technician during the visit. */
    odometerMiles: integer('odometer_miles'),
    /** Quarts measured by the technician. */
    filledQuarts: doublePrecision('filled_quarts'),
    /** Pressures measured by the technician, or why they were not. */
    tires: jsonb('tires').$type<Tires>(),
    /** Products really used, in place of the package's of the same category; of one that is gone the planned one counts. */
    usedProducts: uuid('used_products').array().notNull().default([]),
    /** Fees at booking; null means today's settings. */
    cancelFeeCents: integer('cancel_fee_cents'),
    cancelFeeWithinHours: integer('cancel_fee_within_hours'),
    notDoneFeeCents: integer('not_done_fee_cents'),
    /** End of free cancellation, if a move changed it. */
    cancelFreeUntil: instant('cancel_free_until'),
    checklist: jsonb('checklist').$type<ChecklistItemId[]>().notNull().default([]),
    /** Just booked: the customer's confirmation is not written yet. */
    confirmationDue: boolean('confirmation_due').notNull().default(false),
    createdAt: createdAt(),
    /** Time by the technician's phone, and when it reached the server. */
    startedAt: instant('started_at'),
    startedReceivedAt: instant('started_received_at'),
    completedAt: instant('completed_at'),
    completedReceivedAt: instant('completed_received_at'),
    cancelledAt: instant('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** Cancelled because the service could not be done; the reason, and the technician's note. */
    outcome: text('outcome').$type<'not_done'>(),
    notDoneReason: text('not_done_reason').$type<NotDoneReason>(),
    notDoneNote: text('not_done_note').notNull().default(''),
    /** Deadline of the office's fee decision; null without a pending one. */
    feeDecisionUntil: instant('fee_decision_until'),
  },
  (job) => [
    check('jobs_technician_lock', sql`${job.technicianLock} in ('office', 'promise')`),
    check(
      'jobs_seat_or_request',
      sql`${job.seat} is not null or ${job.needsConfirmation} or ${job.status} = 'cancelled' or ${job.slot} <= 0`,
    ),
    // The claim on a time is in SQL, for any number of processes: no two live jobs that overlap have one seat
    // (`jobs_seat_taken`), one technician (`jobs_technician_busy`) or one vehicle (`jobs_vehicle_busy`).
    index('jobs_seat')
      .on(job.serviceDate, job.slot, job.seat)
      .where(sql`${job.status} <> 'cancelled'`),
    index('jobs_customer').on(job.customerId, job.serviceDate.desc(), job.slot.desc()),
    // Imported visits have no time: a car's of one day differ by this number.
    uniqueIndex('jobs_imported')
      .on(job.vehicleId, job.serviceDate, job.slot)
      .where(sql`${job.slot} <= 0`),
    index('jobs_technician')
      .on(job.technicianId, job.serviceDate, job.slot)
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
    // A technician's work in a period, and all of it, by index only.
    index('jobs_work')
      .on(job.technicianId, job.completedAt, job.id)
      .where(sql`${job.technicianId} is not null`),
    index('jobs_vehicle').on(job.vehicleId),
    index('jobs_contact_phone')
      .on(job.contactPhone)
      .where(sql`${job.contactPhone} <> ''`),
    index('jobs_contact')
      .using(
        'gin',
        sql`(fold_text(' ' || ${job.contactName} || ' ' || ${job.contactPhone} || ' ' || replace(${job.contactName}, ' ', '') || ${sql.raw(umlautsSpelledOutSql('"contact_name"'))})) gin_trgm_ops`,
      )
      .where(sql`(${job.contactName} <> '' or ${job.contactPhone} <> '')`),
    // Callers give their address; prefix search.
    index('jobs_address').on(sql`fold_text(${job.serviceAddress}) text_pattern_ops`),
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
