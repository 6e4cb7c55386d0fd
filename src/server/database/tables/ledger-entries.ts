import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from './columns.ts'

/**
 * `cash` is the money at the card network, `bank` what came in for invoices any other way.
 * What is reserved on cards stands in `reserved` against `card`: nobody's money yet, and apart from the books. Tips are no
 * revenue: what stands in `tips_payable` is owed to technicians. Sales tax is none either: it stands in `tax_billed` until
 * the customer has paid it, then in `tax_payable`, owed to the state.
 */
export type LedgerAccount =
  | 'cash'
  | 'bank'
  | 'receivable'
  | 'revenue'
  | 'tips_payable'
  | 'tax_billed'
  | 'tax_payable'
  | 'reserved'
  | 'card'

/**
 * Double entry: each row moves cents from one account to another, so no transaction can fail to sum to 0.
 * Never changed and never deleted, not even with its job.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    jobId: uuid('job_id').notNull(),
    /** Said once per event, so that no event is booked twice. */
    ref: text('ref').notNull().unique(),
    debit: text('debit').$type<LedgerAccount>().notNull(),
    credit: text('credit').$type<LedgerAccount>().notNull(),
    cents: integer('cents').notNull(),
    memo: text('memo').notNull(),
    at: instant('at').notNull(),
  },
  (entry) => [
    index('ledger_entries_job').on(entry.jobId),
    index('ledger_entries_at').on(entry.at),
    // What came in for invoices, the same way.
    index('ledger_entries_bank')
      .on(entry.at, entry.debit, entry.cents, entry.credit)
      .where(sql`${entry.debit} = 'bank' or ${entry.credit} = 'bank'`),
    // Cash of a stretch of time, apart from tips, is added up from the index alone.
    index('ledger_entries_cash')
      .on(entry.at, entry.debit, entry.cents, entry.credit)
      .where(sql`${entry.debit} = 'cash' or ${entry.credit} = 'cash'`),
    index('ledger_entries_tips')
      .on(entry.at)
      .where(sql`${entry.debit} = 'tips_payable' or ${entry.credit} = 'tips_payable'`),
    index('ledger_entries_sales_tax')
      .on(entry.at, entry.debit, entry.cents)
      .where(sql`${entry.debit} = 'tax_payable' or ${entry.credit} = 'tax_payable'`),
    check('ledger_entries_moves', sql`${entry.cents} > 0 and ${entry.debit} <> ${entry.credit}`),
  ],
)
