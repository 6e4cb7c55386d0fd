import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PhotoMoment } from '#shared/rules/photos.ts'
import { createdAt, id, instant, partOf } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** Photos by technicians; the files are in the photo store under the photo's id. */
export const jobPhotos = pgTable(
  'job_photos',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
    moment: text('moment').$type<PhotoMoment>().notNull(),
    uploadedBy: uuid('uploaded_by').references(() => users.id),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** Unsent work: taken on a visit no longer the technician's as it was; for the office only. */
    unsent: boolean('unsent').notNull().default(false),
    /** Time of the action by the technician's phone. */
    createdAt: createdAt(),
    /** When it reached the server; null if at once. */
    receivedAt: instant('received_at'),
  },
  (photo) => [
    index('job_photos_job').on(photo.jobId, photo.createdAt),
    index('job_photos_uploaded_by')
      .on(photo.uploadedBy)
      .where(sql`${photo.uploadedBy} is not null`),
  ],
)
