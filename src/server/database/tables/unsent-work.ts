import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** In the words that the technician read; `at` is a UTC instant. */
type UnsentChange = {
  what: string
  entered: string
  reason: string
  at: string
  /** What the clock of the phone said, where that cannot be; then `at` is when we got to know of it. */
  phoneSaid?: string
  photoId?: string
}

/** What a technician did without a network to a visit that was no longer theirs, as the office reads it. */
export const unsentWork = pgTable(
  'unsent_work',
  {
    id: id(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    technicianId: uuid('technician_id')
      .notNull()
      .references(() => users.id),
    changes: jsonb('changes').$type<UnsentChange[]>().notNull(),
    createdAt: createdAt(),
    /** When somebody of the office had seen to it; null while it waits for that. */
    handledAt: instant('handled_at'),
    handledBy: uuid('handled_by').references(() => users.id),
  },
  (work) => [
    index('unsent_work_job').on(work.jobId, work.createdAt),
    index('unsent_work_open')
      .on(work.createdAt)
      .where(sql`${work.handledAt} is null`),
  ],
)
