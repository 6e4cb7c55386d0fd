import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Wallet } from '#shared/rules/wallets.ts'
import { createdAt, instant } from './columns.ts'
import { paymentAccounts } from './payment-accounts.ts'

/** Money held on a card, at most seven days. */
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
    /** The network refused to change the amount. */
    fixed: boolean('fixed').notNull().default(false),
    /** The network refused the capture. */
    refused: boolean('refused').notNull().default(false),
    status: text('status')
      .$type<'open' | 'captured' | 'released' | 'expired' | 'failed'>()
      .notNull(),
    /** The held card, if reported, and its wallet. */
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
