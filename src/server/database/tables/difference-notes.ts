import { date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DifferenceKind } from '#shared/rules/daily-close.ts'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** The office's explanation of a difference between ledger and card network; valid for these amounts. */
export const differenceNotes = pgTable(
  'difference_notes',
  {
    id: id(),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    /** The network's id of the payment or refund. */
    networkId: text('network_id').notNull(),
    /** Each side's amount in cents, negative for a refund; 0 for none. */
    hereCents: integer('here_cents').notNull(),
    thereCents: integer('there_cents').notNull(),
    note: text('note').notNull(),
    by: uuid('by')
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (note) => [
    unique('difference_notes_once').on(note.day, note.networkId, note.hereCents, note.thereCents),
    index('difference_notes_by').on(note.by),
  ],
)
