import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, partOf } from './columns.ts'
import { users } from './users.ts'

/** Received parts of photo uploads in progress, so that an upload continues after a break. Deleted after two days. */
export const photoParts = pgTable(
  'photo_parts',
  {
    personId: partOf('person_id', () => users.id),
    /** The `Idempotency-Key` of the upload. */
    upload: uuid('upload').notNull(),
    /** The offset in the file, in bytes. */
    start: integer('start').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: createdAt(),
  },
  (part) => [primaryKey({ columns: [part.personId, part.upload, part.start] })],
)
