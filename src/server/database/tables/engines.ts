import { index, pgTable, real, text } from 'drizzle-orm/pg-core'
import type { OilType } from '#shared/rules/oil.ts'
import { id } from './columns.ts'

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
  },
  (engine) => [index('engines_make').on(engine.make)],
)
