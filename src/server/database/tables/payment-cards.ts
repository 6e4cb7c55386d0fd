import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    createdAt: createdAt(),
  },
  (card) => [index('payment_cards_user').on(card.userId)],
)
