import { index, pgTable, text, uuid, bigint, date, integer } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { users } from './users.ts'
import { sql } from 'drizzle-orm'

/** The office's private notes about a customer. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: id(),
    customerId: partOf('customer_id', () => users.id),
    authorId: refersTo('author_id', () => users.id),
    note: text('note').notNull(),
    createdAt: createdAt(),
  },
  (row) => [
    index('customer_notes_customer').on(row.customerId, row.createdAt.desc()),
    index('customer_notes_author').on(row.authorId),
  ],
)

/**
 * A customer's bookings and payments, one row each, so a list of a hundred thousand can be ordered by them. Written only by
 * triggers, when their transaction commits.
 */
export const customerTotals = pgTable(
  'customer_totals',
  {
    customerId: uuid('customer_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** All visits ever booked. */
    jobCount: integer('job_count').notNull().default(0),
    /** Received minus refunded, given back and lost in disputes. */
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull().default(0),
    /** Completion of the latest visit. */
    lastCompletedAt: instant('last_completed_at'),
    /** Business-local date of the latest visit that is not cancelled, including upcoming ones. */
    lastVisitOn: date('last_visit_on', { mode: 'string' }),
    /** Copy of `users.search_text`; null if no longer a customer. */
    foundBy: text('found_by'),
  },
  (totals) => [
    // Includes the search text: a common name is searched along an order, a thousand rows or more of it.
    index('customer_totals_jobs').on(totals.jobCount, totals.customerId, totals.foundBy),
    index('customer_totals_spent').on(totals.spentCents, totals.customerId, totals.foundBy),
    // Customers never served come last, both ways, in the list's exact order. Includes its columns for an index-only scan.
    index('customer_totals_served').on(
      sql`coalesce(${totals.lastCompletedAt}, '9999-12-31T00:00:00Z'::timestamptz)`,
      totals.customerId,
      totals.lastCompletedAt,
      totals.foundBy,
    ),
    index('customer_totals_served_last').on(
      sql`coalesce(${totals.lastCompletedAt}, '1900-01-01T00:00:00Z'::timestamptz)`,
      totals.customerId,
      totals.lastCompletedAt,
      totals.foundBy,
    ),
    index('customer_totals_visited').on(totals.lastVisitOn),
  ],
)

/** Addresses saved by customers under a name. */
export const places = pgTable(
  'places',
  {
    id: id(),
    customerId: partOf('customer_id', () => users.id),
    name: text('name').notNull(),
    address: text('address').notNull(),
    /** How to get to the car there. */
    accessNotes: text('access_notes').notNull().default(''),
    createdAt: createdAt(),
  },
  (place) => [index('places_customer').on(place.customerId, place.createdAt)],
)
