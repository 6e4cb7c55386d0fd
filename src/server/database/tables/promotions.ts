import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, text, uuid, index } from 'drizzle-orm/pg-core'
import { createdAt, id, refersTo } from './columns.ts'
import { jobs } from './jobs.ts'

/** Codes for a discount at booking. */
export const promotions = pgTable(
  'promotions',
  {
    id: id(),
    /** In the form of `promotionCode`: "Spring" and "SPRING" are the same. */
    code: text('code').notNull().unique(),
    /** Its purpose, in the office's words. */
    reason: text('reason').notNull(),
    percent: integer('percent'),
    /** Cap of a percentage; null for none. */
    capCents: integer('cap_cents'),
    offCents: integer('off_cents'),
    /** First and last day of eligible visits, business-local; null for any. */
    visitsFrom: date('visits_from', { mode: 'string' }),
    visitsUntil: date('visits_until', { mode: 'string' }),
    /** Each visit is a use; null for no limit. */
    maxUses: integer('max_uses'),
    maxUsesPerCustomer: integer('max_uses_per_customer'),
    firstVisitOnly: boolean('first_visit_only').notNull().default(false),
    /** Eligible packages; empty for all. */
    packageIds: uuid('package_ids').array().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    /** Current uses, and their total discount. */
    uses: integer('uses').notNull().default(0),
    givenCents: integer('given_cents').notNull().default(0),
    /** Incremented by each change, for `If-Match`; uses don't count. */
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

/** Codes used by visits; a trigger deletes the row when the visit is cancelled, and maintains the counts. */
export const promotionUses = pgTable(
  'promotion_uses',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    promotionId: refersTo('promotion_id', () => promotions.id),
    /** The discount. */
    cents: integer('cents').notNull(),
    createdAt: createdAt(),
  },
  (use) => [index('promotion_uses_promotion').on(use.promotionId)],
)
