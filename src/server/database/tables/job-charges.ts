import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { jobs } from './jobs.ts'
import { products } from './catalog.ts'
import { users } from './users.ts'
import type { ExtraApproval, ExtraType } from '#shared/rules/extras.ts'

export const jobAddons = pgTable(
  'job_addons',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
    addonServiceId: refersTo('addon_service_id', () => products.id),
    /** Name and price when added. */
    name: text('name').notNull(),
    priceCents: integer('price_cents').notNull(),
    /** Whether sales tax applies. */
    taxable: boolean('taxable').notNull().default(false),
    addedByTechnician: boolean('added_by_technician').notNull().default(false),
    /** Who added it during the visit; null if booked. */
    addedBy: uuid('added_by').references(() => users.id),
    createdAt: createdAt(),
  },
  (addon) => [
    uniqueIndex('job_addons_once').on(addon.jobId, addon.addonServiceId),
    index('job_addons_added_by')
      .on(addon.addedBy)
      .where(sql`${addon.addedBy} is not null`),
  ],
)

export const jobExtras = pgTable(
  'job_extras',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
    serviceType: text('service_type').$type<ExtraType>().notNull(),
    description: text('description').notNull(),
    unitCents: integer('unit_cents').notNull(),
    quantity: integer('quantity').notNull().default(1),
    totalCents: integer('total_cents').notNull(),
    /** Whether sales tax applies. */
    taxable: boolean('taxable').notNull().default(false),
    /** `waiting` and `declined` extras are not charged. */
    approval: text('approval').$type<ExtraApproval>().notNull().default('not_needed'),
    /** Null in demo data and older visits. */
    addedBy: uuid('added_by').references(() => users.id),
    /** Time of the action by the technician's phone. */
    createdAt: createdAt(),
    /** When it reached the server; null if at once. */
    receivedAt: instant('received_at'),
  },
  (extra) => [
    index('job_extras_job').on(extra.jobId),
    index('job_extras_added_by')
      .on(extra.addedBy)
      .where(sql`${extra.addedBy} is not null`),
  ],
)
