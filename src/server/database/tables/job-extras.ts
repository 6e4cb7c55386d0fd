import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ExtraApproval, ExtraType } from '#shared/rules/extras.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

export const jobExtras = pgTable(
  'job_extras',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    serviceType: text('service_type').$type<ExtraType>().notNull(),
    description: text('description').notNull(),
    unitCents: integer('unit_cents').notNull(),
    quantity: integer('quantity').notNull().default(1),
    totalCents: integer('total_cents').notNull(),
    /** Sales tax is taken on it. */
    taxable: boolean('taxable').notNull().default(false),
    /** An extra that is `waiting` or `declined` is not charged. */
    approval: text('approval').$type<ExtraApproval>().notNull().default('not_needed'),
    /** Null for one from before that was noted. */
    addedBy: uuid('added_by').references(() => users.id),
    /** When it was done, by the technician's phone. */
    createdAt: createdAt(),
    /** When we got to know of it; null when that was the same. */
    receivedAt: instant('received_at'),
  },
  (extra) => [
    index('job_extras_job').on(extra.jobId),
    index('job_extras_added_by')
      .on(extra.addedBy)
      .where(sql`${extra.addedBy} is not null`),
  ],
)
