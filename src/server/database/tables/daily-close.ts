import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  uuid,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import type { ClosedFigures, DifferenceKind } from '#shared/rules/daily-close.ts'
import { createdAt, id, instant, refersTo } from './columns.ts'
import { users } from './users.ts'

/** Sign-offs of business days with their figures. The newest of a day counts; append-only. */
export const dayCloses = pgTable(
  'day_closes',
  {
    id: id(),
    day: date('day', { mode: 'string' }).notNull(),
    by: refersTo('by', () => users.id),
    /** The day's number of ledger entries, and their sums in cents. */
    entries: integer('entries').notNull(),
    figures: jsonb('figures').$type<ClosedFigures>().notNull(),
    /** Unexplained differences at that time; null if the day had not been compared. */
    openDifferences: integer('open_differences'),
    /** Cash counted in the drawer, in cents; null if it was not counted. */
    countedCashCents: integer('counted_cash_cents'),
    /** What should have been in the drawer; null for its first count. */
    expectedCashCents: integer('expected_cash_cents'),
    /** Taken out after counting; the rest is carried on. Null for counts of the day's cash without the change in the drawer. */
    takenCashCents: integer('taken_cash_cents'),
    createdAt: createdAt(),
  },
  (close) => [index('day_closes_day').on(close.day, close.createdAt)],
)

/** The latest full comparison of a business day with the card network. */
export const dayComparisons = pgTable('day_comparisons', {
  day: date('day', { mode: 'string' }).primaryKey(),
  /** The instants between which its list was read: another time zone makes a different day. */
  from: instant('from_at').notNull(),
  to: instant('to_at').notNull(),
  /** Start of the comparison: later movements are not included. */
  readAt: instant('read_at').notNull(),
  by: uuid('by').references(() => users.id),
})

/** The card network's list of movements, as read for a comparison. Written by the daily close only. */
export const networkMovements = pgTable(
  'network_movements',
  {
    kind: text('kind').$type<'captured' | 'refunded'>().notNull(),
    /** The network's id of the payment or refund. */
    id: text('id').notNull(),
    paymentId: text('payment_id').notNull(),
    cents: integer('cents').notNull(),
    status: text('status').$type<'pending' | 'completed' | 'failed'>().notNull(),
    /** Null if we only know that it exists outside the day that was read. */
    at: instant('at'),
    reference: text('reference'),
    readAt: instant('read_at').notNull(),
  },
  (movement) => [
    primaryKey({ columns: [movement.kind, movement.id] }),
    index('network_movements_at').on(movement.at),
  ],
)

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
    by: refersTo('by', () => users.id),
    createdAt: createdAt(),
  },
  (note) => [
    unique('difference_notes_once').on(note.day, note.networkId, note.hereCents, note.thereCents),
    index('difference_notes_by').on(note.by),
  ],
)
