import { doublePrecision, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** Where the technician is on the way to a job, while they share it. */
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
