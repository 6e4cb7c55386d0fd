import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'

/** Codes that take something off a visit when it is booked. */
export const promotions = pgTable(
  'promotions',
  {
    id: id(),
    /** As `promotionCode` of the rules says it: people do not tell "Spring" from "SPRING". */
    code: text('code').notNull().unique(),
    /** What it is for, in the words of the office. */
    reason: text('reason').notNull(),
    percent: integer('percent'),
    /** The most that its percentage takes off; null: no limit. */
    capCents: integer('cap_cents'),
    offCents: integer('off_cents'),
    /** First and last day of the visits that it is for, business-local; null: any. */
    visitsFrom: date('visits_from', { mode: 'string' }),
    visitsUntil: date('visits_until', { mode: 'string' }),
    /** Each visit is a use; null: no limit. */
    maxUses: integer('max_uses'),
    maxUsesPerCustomer: integer('max_uses_per_customer'),
    firstVisitOnly: boolean('first_visit_only').notNull().default(false),
    /** The packages that it is for; none: all. */
    packageIds: uuid('package_ids').array().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    /** Visits that have it now, and what it takes off them together. */
    uses: integer('uses').notNull().default(0),
    givenCents: integer('given_cents').notNull().default(0),
    /** Counts its changes, for `If-Match`; a use is none. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (promotion) => [
    check('promotions_code', sql`${promotion.code} ~ '^[A-Z0-9-]{3,20}$'`),
    check(
      'promotions_off',
      sql`(${promotion.percent} is null) <> (${promotion.offCents} is null)
        and coalesce(${promotion.percent}, 1) between 1 and 100 and coalesce(${promotion.offCents}, 1) > 0`,
    ),
    check('promotions_uses', sql`${promotion.uses} >= 0 and ${promotion.givenCents} >= 0`),
  ],
)
