import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'
import { paymentCaptures } from './payment-captures.ts'

export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    refundId: text('refund_id').primaryKey(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    paymentId: text('payment_id')
      .notNull()
      .references(() => paymentCaptures.paymentId, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
    /** `network`: made in the network's dashboard; `office`: returned without the card after a failed refund. */
    origin: text('origin').$type<'orchestrator' | 'network' | 'office'>().notNull(),
    createdAt: createdAt(),
  },
  (refund) => [index('payment_refunds_job').on(refund.jobId, refund.createdAt)],
)
