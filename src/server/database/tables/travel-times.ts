import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { LearnedDrives } from '#shared/rules/learned-drives.ts'
import { instant } from './columns.ts'

/** Drives returned by a router. Positions are thousandths of a degree: about 110 yards. */
export const travelTimes = pgTable(
  'travel_times',
  {
    fromLatitude: integer('from_latitude').notNull(),
    fromLongitude: integer('from_longitude').notNull(),
    toLatitude: integer('to_latitude').notNull(),
    toLongitude: integer('to_longitude').notNull(),
    seconds: integer('seconds').notNull(),
    meters: integer('meters').notNull(),
    source: text('source').$type<'router'>().notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (row) => [
    primaryKey({
      name: 'travel_times_pk',
      columns: [row.fromLatitude, row.fromLongitude, row.toLatitude, row.toLongitude],
    }),
  ],
)

/** One row (id 1): the factor learned from the business's own drives, computed every night. */
export const learnedDrives = pgTable('learned_drives', {
  id: integer('id').primaryKey().default(1),
  learned: jsonb('learned').$type<LearnedDrives>().notNull(),
  computedAt: instant('computed_at').notNull(),
})
