import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { jobs } from './jobs.ts'
import { products } from './products.ts'
import { users } from './users.ts'

export const jobAddons = pgTable(
  'job_addons',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    addonServiceId: uuid('addon_service_id')
      .notNull()
      .references(() => products.id),
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
