import { doublePrecision, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** A technician's shared position on the way to a job. */
export const positionShares = pgTable('position_shares', {
  jobId: uuid('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  technicianId: uuid('technician_id')
    .notNull()
    .references(() => users.id),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  recordedAt: instant('recorded_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
})
