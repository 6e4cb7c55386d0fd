import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Logo, LogoSize } from '#shared/rules/logo.ts'
import { bytes, createdAt } from './columns.ts'

/** Pictures of the business that were made, chosen or not, by a hash of what was uploaded; never changed. */
export const logos = pgTable('logos', {
  id: uuid('id').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  ground: text('ground').$type<Logo['ground']>().notNull(),
  createdAt: createdAt(),
})

/** Each logo in the sizes it is shown in, as PNG; here and not among the photos, so that every process has them. */
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
