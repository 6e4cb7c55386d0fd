import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { payCases } from './pay-cases.ts'
import { payMoney } from './pay-money.ts'

export const payRefunds = pgTable(
  'pay_refunds',
  {
    refundId: text('refund_id').primaryKey(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => payCases.jobId, { onDelete: 'cascade' }),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payMoney.paymentId, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
    /** `network`: made in the network's own dashboard. */
    origin: text('origin').$type<'planner' | 'network'>().notNull(),
    createdAt: createdAt(),
  },
  (refund) => [index('pay_refunds_job').on(refund.jobId, refund.createdAt)],
)
