import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

/** Webhook events that were accepted; the network delivers each at least once. */
export const providerEvents = pgTable(
  'provider_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    paymentId: text('payment_id'),
    /** Null for an event about something that is not ours. */
    jobId: uuid('job_id').references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (event) => [index('provider_events_age').on(event.createdAt)],
)
