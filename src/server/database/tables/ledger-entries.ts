import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { receivedAccountsSql, type RecordedAccount } from '#shared/rules/recorded-payments.ts'
import { id, instant } from './columns.ts'

/**
 * `cash` is money at the card network; money received otherwise has an account per method (`recordedAccounts`). Holds are in `reserved` against `card`,
 * apart from the other accounts. Tips are not revenue: `tips_payable` is owed to technicians. Sales tax is not either: it is
 * in `tax_billed` until paid, then in `tax_payable`, owed to the state. Money in dispute moves from `cash` to `disputed`, and
 * back or on to `chargebacks` when the bank has decided; what the customer pays of it later moves from there to the method's account.
 * A lost tip is a loss in `chargebacks` too: it stays owed to the technician in `tips_payable`.
 */
export type LedgerAccount =
  | 'cash'
  | RecordedAccount
  | 'receivable'
  | 'revenue'
  | 'tips_payable'
  | 'tax_billed'
  | 'tax_payable'
  | 'disputed'
  | 'chargebacks'
  | 'reserved'
  | 'card'

/**
 * Double entry: each row moves cents between two accounts, so every transaction sums to 0. Append-only, even if its job is
 * deleted.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    jobId: uuid('job_id').notNull(),
    /** Unique per event, so no event is booked twice. */
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
    // Payments without the card network, the same way.
    index('ledger_entries_received')
      .on(entry.at, entry.debit, entry.cents, entry.credit)
      .where(
        sql.raw(`debit in (${receivedAccountsSql()}) or credit in (${receivedAccountsSql()})`),
      ),
    // Cash over a period without tips, by index only.
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
