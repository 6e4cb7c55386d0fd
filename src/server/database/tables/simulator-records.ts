import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Records of the card simulator: what a card network would store. Separate from ours. */
export const simulatorRecords = pgTable(
  'simulator_records',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    data: jsonb('data').$type<unknown>().notNull(),
    createdAt: createdAt(),
  },
  (record) => [
    primaryKey({ columns: [record.kind, record.id] }),
    index('simulator_records_age').on(record.createdAt),
  ],
)
