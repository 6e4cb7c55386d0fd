import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'
import { bytes, createdAt } from './columns.ts'

/** Uploaded logos, chosen or not, by hash of the upload; never changed. */
export const logos = pgTable('logos', {
  id: uuid('id').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  ground: text('ground').$type<Logo['ground']>().notNull(),
  createdAt: createdAt(),
})

/** Each logo in its sizes as PNG; not among the photos, so that every process has them. */
export const logoPictures = pgTable(
  'logo_pictures',
  {
    logoId: uuid('logo_id')
      .notNull()
      .references(() => logos.id, { onDelete: 'cascade' }),
    size: text('size').$type<LogoSize>().notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (picture) => [primaryKey({ columns: [picture.logoId, picture.size] })],
)
