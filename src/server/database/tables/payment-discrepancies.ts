import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

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
    resolvedAt: instant('resolved_at'),
  },
  (discrepancy) => [index('payment_discrepancies_job').on(discrepancy.jobId)],
)
