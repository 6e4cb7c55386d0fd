import { boolean, index, integer, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core'
import type { OilType } from '#shared/rules/oil.ts'
import { id } from './columns.ts'

/** An engine and its oil; both years are included. */
export type EngineFacts = {
  make: string
  model: string
  years: string
  engine: string
  quarts: number
  viscosity: string
  oilType: OilType
  source: string
  confidence: string
}

/** Oil data per engine: the curated start from `data/oil/engines.csv`, corrected by operators. */
export const engines = pgTable(
  'engines',
  {
    id: id(),
    make: text('make').notNull(),
    model: text('model').notNull(),
    years: text('years').notNull(),
    engine: text('engine').notNull(),
    quarts: real('quarts').notNull(),
    viscosity: text('viscosity').notNull(),
    oilType: text('oil_type').$type<OilType>().notNull(),
    source: text('source').notNull(),
    confidence: text('confidence').notNull(),
    /** Added by the office. */
    isOwn: boolean('is_own').notNull().default(false),
    /** The shipped data, once corrected by the office. */
    original: jsonb('original').$type<EngineFacts>(),
    /** Incremented by each change, for `If-Match`. */
    version: integer('version').notNull().default(1),
  },
  (engine) => [index('engines_make').on(engine.make)],
)
