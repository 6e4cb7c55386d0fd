import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ExtraApproval, ExtraType } from '#shared/rules/extras.ts'
import { createdAt, id } from './columns.ts'
import { jobs } from './jobs.ts'

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
    /** An extra that is `waiting` or `declined` is not charged. */
    approval: text('approval').$type<ExtraApproval>().notNull().default('not_needed'),
    createdAt: createdAt(),
  },
  (extra) => [index('job_extras_job').on(extra.jobId)],
)
