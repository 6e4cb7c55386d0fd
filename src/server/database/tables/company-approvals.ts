import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** Company visits above the company's limit: they hold their time, and start once someone has approved them. */
export const companyApprovals = pgTable(
  'company_approvals',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** The price that was asked about. */
    cents: integer('cents').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** From then on the office decides too. */
    until: instant('until').notNull(),
    /** When the office was told that no one had answered. */
    lapsedAt: instant('lapsed_at'),
    answeredAt: instant('answered_at'),
    answeredBy: uuid('answered_by').references(() => users.id),
    approved: boolean('approved'),
  },
  (approval) => [
    index('company_approvals_waiting')
      .on(approval.until)
      .where(sql`${approval.answeredAt} is null`),
    index('company_approvals_answered_by')
      .on(approval.answeredBy)
      .where(sql`${approval.answeredBy} is not null`),
  ],
)
