import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, partOf } from './columns.ts'
import { users } from './users.ts'

/** The beginnings of photos whose upload is under way, so that it continues after a break. Deleted after two days. */
export const photoParts = pgTable(
  'photo_parts',
  {
    personId: partOf('person_id', () => users.id),
    /** The `Idempotency-Key` of the upload. */
    upload: uuid('upload').notNull(),
    /** Where in the file it begins, in bytes. */
    start: integer('start').notNull(),
    bytes: bytes('bytes').notNull(),
    createdAt: createdAt(),
  },
  (part) => [primaryKey({ columns: [part.personId, part.upload, part.start] })],
)
