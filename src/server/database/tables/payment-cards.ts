import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uuid, integer, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { users } from './users.ts'

/** A card stored at the card network. We only know what is printed on a receipt. */
export const paymentCards = pgTable(
  'payment_cards',
  {
    id: id(),
    userId: refersTo('user_id', () => users.id),
    networkCardId: text('network_card_id').notNull(),
    networkCustomerId: text('network_customer_id').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    /** The consent wording, and when it was given. */
    consentVersion: text('consent_version').notNull(),
    consentAt: instant('consent_at').notNull(),
    /** Expiry as YYYY-MM; null if the network does not report it. */
    expires: text('expires'),
    /** The same for the same card however often stored; null if the network does not report it. */
    fingerprint: text('fingerprint'),
    /** When its owner saved it for any visit; null for a card of one visit. */
    keptAt: instant('kept_at'),
    /** To be saved once it has worked for the visit it was entered for. */
    toKeep: boolean('to_keep').notNull().default(false),
    /** When chosen as default: the newest one is. */
    preferredAt: instant('preferred_at'),
    /** When its owner removed it; its visits keep it. */
    removedAt: instant('removed_at'),
    /** When no visit needed it anymore and the network was to delete it. */
    networkDeletedAt: instant('forgotten_at'),
    createdAt: createdAt(),
  },
  (card) => [
    index('payment_cards_user').on(card.userId),
    index('payment_cards_removed')
      .on(card.removedAt)
      .where(sql`${card.removedAt} is not null and ${card.networkDeletedAt} is null`),
  ],
)

/** A card a customer saves without a visit: stored before the network is called, its id is the idempotency key. */
export const cardAdditions = pgTable(
  'card_additions',
  {
    id: uuid('id').primaryKey(),
    userId: partOf('user_id', () => users.id),
    /** One-time token of the card form; cleared once the addition is closed. */
    token: text('token'),
    tokenHash: text('token_hash').notNull(),
    /** Becomes the default card. */
    isDefault: boolean('is_default').notNull(),
    status: text('status').$type<'open' | 'done' | 'declined'>().notNull().default('open'),
    code: text('code'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    closedAt: instant('closed_at'),
  },
  (addition) => [uniqueIndex('card_additions_token').on(addition.userId, addition.tokenHash)],
)
