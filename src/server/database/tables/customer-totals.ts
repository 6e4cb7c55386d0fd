import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
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
  },
  (totals) => [
    index('customer_totals_jobs').on(totals.jobCount, totals.customerId),
    index('customer_totals_spent').on(totals.spentCents, totals.customerId),
    // Whoever was never served comes last, both ways; written like the order of the list.
    index('customer_totals_served').on(
      sql`coalesce(${totals.lastCompletedAt}, '9999-12-31T00:00:00Z'::timestamptz)`,
      totals.customerId,
    ),
    index('customer_totals_served_last').on(
      sql`coalesce(${totals.lastCompletedAt}, '1900-01-01T00:00:00Z'::timestamptz)`,
      totals.customerId,
    ),
    index('customer_totals_visited').on(totals.lastVisitOn),
  ],
)
