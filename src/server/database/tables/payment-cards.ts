import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** A card on file at the card network. We know what is printed on a receipt, no more. */
export const paymentCards = pgTable(
  'payment_cards',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    networkCardId: text('network_card_id').notNull(),
    networkCustomerId: text('network_customer_id').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    /** Which wording the customer agreed to, and when. */
    consentVersion: text('consent_version').notNull(),
    consentAt: instant('consent_at').notNull(),
    /** Printed on the card, as YYYY-MM; null where the network did not say it. */
    expires: text('expires'),
    /** The same for the same card, however often it is put on file; null where the network does not say it. */
    fingerprint: text('fingerprint'),
    /** Since when its owner keeps it for any visit; null for a card of one visit. */
    keptAt: instant('kept_at'),
    /** Its owner wants to keep it, once it has proved to be good for the visit it was given for. */
    toKeep: boolean('to_keep').notNull().default(false),
    /** When its owner chose it as their default: the newest one is. */
    preferredAt: instant('preferred_at'),
    /** When it was taken off its owner's list; visits that it was given for keep it. */
    removedAt: instant('removed_at'),
    /** Since when no visit needs it any more and the network is to take it off file. */
    forgottenAt: instant('forgotten_at'),
    createdAt: createdAt(),
  },
  (card) => [
    index('payment_cards_user').on(card.userId),
    index('payment_cards_removed')
      .on(card.removedAt)
      .where(sql`${card.removedAt} is not null and ${card.forgottenAt} is null`),
  ],
)
