import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DiscrepancyOutcome } from '#shared/rules/payments.ts'
import { createdAt, id, instant } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'
import { users } from './users.ts'

/** What the card network says and we did not expect. Part of the payment's note until it is resolved. */
export const paymentDiscrepancies = pgTable(
  'payment_discrepancies',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    /** What it is about, once. */
    ref: text('ref').notNull().unique(),
    detail: text('detail').notNull(),
    createdAt: createdAt(),
    /** Of a refund that failed: what could not be given back, and of which payment. */
    stuckCents: integer('stuck_cents'),
    paymentId: text('payment_id'),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    outcome: text('outcome').$type<DiscrepancyOutcome>(),
    /** What was done about it, in the words of whoever did. */
    resolution: text('resolution'),
  },
  (discrepancy) => [
    index('payment_discrepancies_job').on(discrepancy.jobId),
    index('payment_discrepancies_open')
      .on(discrepancy.createdAt)
      .where(sql`${discrepancy.resolvedAt} is null`),
  ],
)
