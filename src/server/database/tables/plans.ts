import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ConsentKind, EndReason, PeriodReason, PeriodState } from '#shared/rules/plans.ts'
import type { SubscriptionState } from '#shared/rules/plans.ts'
import type { Slot } from '#shared/rules/slots.ts'
import { servicePackages } from './catalog.ts'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { jobs } from './jobs.ts'
import { paymentCards } from './payment-cards.ts'
import { users } from './users.ts'
import { vehicles } from './vehicles.ts'

/** Plans that customers join for a car; what they include is in their versions. */
export const plans = pgTable('plans', {
  id: id(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  /** Customers can join. */
  isActive: boolean('is_active').notNull().default(true),
  /** Incremented by each change, for `If-Match`. */
  version: integer('version').notNull().default(1),
  createdAt: createdAt(),
})

/** What a plan includes and costs. Never changed: members keep the version they agreed to. */
export const planVersions = pgTable(
  'plan_versions',
  {
    id: id(),
    planId: partOf('plan_id', () => plans.id),
    /** The highest is for new members. */
    number: integer('number').notNull(),
    servicePackageId: refersTo('service_package_id', () => servicePackages.id),
    addonIds: uuid('addon_ids').array().notNull().default([]),
    everyMonths: integer('every_months').notNull(),
    /** Whichever comes first; null for months only. */
    everyMiles: integer('every_miles'),
    /** The price of a visit, before sales tax; null if `percent` or nothing is taken off. */
    keptCents: integer('kept_cents'),
    percent: integer('percent'),
    /** Trial: this many first visits cost `firstPercent` less, in place of the above. */
    firstVisits: integer('first_visits').notNull().default(0),
    firstPercent: integer('first_percent').notNull().default(0),
    /** The plan renews after this time, with a notice for a year or more; null for no term. */
    termMonths: integer('term_months'),
    createdAt: createdAt(),
  },
  (version) => [
    unique('plan_versions_number').on(version.planId, version.number),
    check(
      'plan_versions_price',
      sql`(${version.keptCents} is null or ${version.percent} is null)
        and coalesce(${version.keptCents}, 1) > 0 and coalesce(${version.percent}, 1) between 1 and 100
        and ${version.everyMonths} between 1 and 36`,
    ),
  ],
)

/** A car on a plan. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    customerId: partOf('customer_id', () => users.id),
    vehicleId: partOf('vehicle_id', () => vehicles.id),
    planVersionId: refersTo('plan_version_id', () => planVersions.id),
    /** A newer version that the customer was told about and can agree to. */
    offeredVersionId: uuid('offered_version_id').references(() => planVersions.id),
    state: text('state').$type<SubscriptionState>().notNull().default('active'),
    /** The business-local date from which the plan counts: the last service, or the first due date. */
    anchorOn: date('anchor_on', { mode: 'string' }).notNull(),
    /** Periods without service since then; -1 if the first one is due on that date. */
    passed: integer('passed').notNull().default(0),
    /** Number of the next period. */
    nextNumber: integer('next_number').notNull().default(1),
    /** Nothing is due before: when they joined or resumed. */
    notBefore: date('not_before', { mode: 'string' }).notNull(),
    /** Where and when visits usually take place. */
    serviceAddress: text('service_address').notNull(),
    slot: integer('slot').$type<Slot>().notNull(),
    /** The purchase order of a company's visits; empty for none. */
    poNumber: text('po_number').notNull().default(''),
    cardId: uuid('card_id').references(() => paymentCards.id, { onDelete: 'set null' }),
    /** Visits are booked without asking. */
    autoBook: boolean('auto_book').notNull().default(false),
    /** First day of the current term. */
    termFrom: date('term_from', { mode: 'string' }).notNull(),
    /** First day of the term they were last reminded of. */
    remindedFor: date('reminded_for', { mode: 'string' }),
    /** While paused: the first day that counts again; null until they resume. */
    pausedUntil: date('paused_until', { mode: 'string' }),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<EndReason>(),
    /** The customer's own words. */
    endWords: text('end_words').notNull().default(''),
  },
  (one) => [
    uniqueIndex('subscriptions_car')
      .on(one.vehicleId)
      .where(sql`${one.endedAt} is null`),
    index('subscriptions_vehicle').on(one.vehicleId),
    index('subscriptions_customer').on(one.customerId),
    index('subscriptions_version').on(one.planVersionId),
    check('subscriptions_ended', sql`(${one.state} = 'ended') = (${one.endedAt} is not null)`),
  ],
)

/** The services that fell due, one by one. */
export const planPeriods = pgTable(
  'plan_periods',
  {
    id: id(),
    subscriptionId: partOf('subscription_id', () => subscriptions.id),
    number: integer('number').notNull(),
    /** Business-local date. */
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    state: text('state').$type<PeriodState>().notNull().default('due'),
    jobId: uuid('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    /** Why no time was proposed, or why it ended without service. */
    reason: text('reason').$type<PeriodReason>(),
    createdAt: createdAt(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (period) => [
    unique('plan_periods_number').on(period.subscriptionId, period.number),
    uniqueIndex('plan_periods_job').on(period.jobId),
    uniqueIndex('plan_periods_open')
      .on(period.subscriptionId)
      .where(sql`${period.state} in ('due', 'proposed', 'booked')`),
  ],
)

/** What members agreed to, word for word. Kept after the person is erased, as renewal laws require. */
export const planConsents = pgTable(
  'plan_consents',
  {
    id: id(),
    subscriptionId: refersTo('subscription_id', () => subscriptions.id),
    kind: text('kind').$type<ConsentKind>().notNull(),
    words: text('words').notNull(),
    /** SHA-256 of the words. */
    hash: text('hash').notNull(),
    /** The network they agreed from. */
    network: text('network').notNull(),
    createdAt: createdAt(),
  },
  (consent) => [index('plan_consents_subscription').on(consent.subscriptionId)],
)
