import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { users } from './users.ts'

/**
 * What a customer has booked and paid, one row each, so that a list of a hundred thousand is ordered by it. Triggers keep
 * it as their transaction commits; nothing else writes it.
 */
export const customerTotals = pgTable(
  'customer_totals',
  {
    customerId: uuid('customer_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Every visit that was ever booked. */
    jobCount: integer('job_count').notNull().default(0),
    /** Charged, less what was given back. */
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull().default(0),
    /** When the latest visit was completed. */
    lastCompletedAt: instant('last_completed_at'),
    /** Business-local date of the latest visit that was not cancelled, also of one ahead. */
    lastVisitOn: date('last_visit_on', { mode: 'string' }),
    /** What a customer is found by, as `users.search_text` has it; null of whoever is none any more. */
    foundBy: text('found_by'),
  },
  (totals) => [
    // With what people are found by: a common name is looked for along an order, a thousand rows or more of it.
    index('customer_totals_jobs').on(totals.jobCount, totals.customerId, totals.foundBy),
    index('customer_totals_spent').on(totals.spentCents, totals.customerId, totals.foundBy),
    // Whoever was never served comes last, both ways; written like the order of the list. With what that is made of, so
    // that the order is read from the index alone.
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
