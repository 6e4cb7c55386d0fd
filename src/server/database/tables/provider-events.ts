import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DisputeState } from '#shared/rules/payments.ts'
import { createdAt, instant } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

type StoredDispute = { id: string; cents: number; state: DisputeState }

/** Accepted webhook events; the network delivers each at least once. */
export const providerEvents = pgTable(
  'provider_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    paymentId: text('payment_id'),
    /** Null for an event about a payment that is not ours. */
    jobId: uuid('job_id').references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    /** A dispute's content; for anything else the payment is read. */
    dispute: jsonb('dispute').$type<StoredDispute>(),
    /** Event time reported by the network. */
    occurredAt: instant('occurred_at'),
    createdAt: createdAt(),
    /** When the office replayed it. */
    replayedAt: instant('replayed_at'),
  },
  (event) => [
    index('provider_events_age').on(event.createdAt),
    index('provider_events_unmatched')
      .on(event.createdAt)
      .where(sql`${event.jobId} is null and ${event.paymentId} is not null`),
  ],
)
