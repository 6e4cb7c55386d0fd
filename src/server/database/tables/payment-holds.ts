import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Wallet } from '#shared/rules/wallets.ts'
import { createdAt, instant } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

/** Money reserved on a card. The network lets at most seven days pass. */
export const paymentHolds = pgTable(
  'payment_holds',
  {
    paymentId: text('payment_id').primaryKey(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => paymentAccounts.jobId, { onDelete: 'cascade' }),
    cents: integer('cents').notNull(),
    expiresAt: instant('expires_at').notNull(),
    canRaise: boolean('can_raise').notNull(),
    /** The network refused another amount. */
    fixed: boolean('fixed').notNull().default(false),
    /** The network refused to capture it. */
    refused: boolean('refused').notNull().default(false),
    status: text('status')
      .$type<'open' | 'captured' | 'released' | 'expired' | 'failed'>()
      .notNull(),
    /** The card that it is on, where the network said so, and the wallet that this was shown in. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    wallet: text('wallet').$type<Wallet>(),
    createdAt: createdAt(),
  },
  (hold) => [
    uniqueIndex('payment_holds_open')
      .on(hold.jobId)
      .where(sql`${hold.status} = 'open'`),
    index('payment_holds_job').on(hold.jobId, hold.createdAt),
  ],
)
