import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { payCases } from './payments.ts'

/** Webhook events that were accepted; the network delivers each at least once. */
export const providerEvents = pgTable(
  'provider_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    paymentId: text('payment_id'),
    /** Null for an event about something that is not ours. */
    jobId: uuid('job_id').references(() => payCases.jobId, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (event) => [index('provider_events_age').on(event.createdAt)],
)

/** What the card network says and we did not expect. Part of the payment's note until it is resolved. */
export const payDiscrepancies = pgTable(
  'pay_discrepancies',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => payCases.jobId, { onDelete: 'cascade' }),
    /** What it is about, once. */
    ref: text('ref').notNull().unique(),
    detail: text('detail').notNull(),
    createdAt: createdAt(),
    resolvedAt: instant('resolved_at'),
  },
  (discrepancy) => [index('pay_discrepancies_job').on(discrepancy.jobId)],
)
