import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DiscrepancyOutcome } from '#shared/rules/payments.ts'
import { createdAt, id, instant } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'
import { users } from './users.ts'

/** Unexpected events reported by the card network. Part of the payment's note until resolved. */
export const paymentDiscrepancies = pgTable(
  'payment_discrepancies',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    /** Unique subject. */
    ref: text('ref').notNull().unique(),
    detail: text('detail').notNull(),
    createdAt: createdAt(),
    /** For a failed refund: the stuck amount and its payment. */
    stuckCents: integer('stuck_cents'),
    paymentId: text('payment_id'),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    outcome: text('outcome').$type<DiscrepancyOutcome>(),
    /** How it was resolved, as free text. */
    resolution: text('resolution'),
  },
  (discrepancy) => [
    index('payment_discrepancies_job').on(discrepancy.jobId),
    index('payment_discrepancies_open')
      .on(discrepancy.createdAt)
      .where(sql`${discrepancy.resolvedAt} is null`),
  ],
)
