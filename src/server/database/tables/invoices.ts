import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { InvoiceDocument } from '#shared/rules/invoices.ts'
import { createdAt, id, instant, refersTo, umlautsSpelledOutSql } from './columns.ts'
import { jobs } from './jobs.ts'

/** The last number of each year. The row stays locked until its invoice commits, so numbers have no gaps or duplicates. */
export const invoiceYears = pgTable('invoice_years', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/** SQL that orders invoices by number. */
export const numberSql = '(year::bigint * 10000000 + nth)'
const billToSql = `coalesce(nullif(document #>> '{billTo,company}', ''), document #>> '{billTo,name}', '')`
const searchTextSql = `fold_text(number || ' ' || coalesce(document #>> '{billTo,company}', '') || ' '
  || coalesce(document #>> '{billTo,name}', '') || ' ' || coalesce(document #>> '{visit,number}', '') || ' '
  || replace(coalesce(document #>> '{billTo,company}', '') || ' ' || coalesce(document #>> '{billTo,name}', ''), ' ', '')
  || ${umlautsSpelledOutSql("coalesce(document #>> '{billTo,company}', '') || ' ' || coalesce(document #>> '{billTo,name}', '')")})`

/** Issued invoices never change: they can be voided and replaced. Kept when the customer is erased. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    year: integer('year').notNull(),
    /** Counts from 1 each year without gaps. */
    nth: integer('nth').notNull(),
    number: text('number').notNull().unique(),
    jobId: refersTo('job_id', () => jobs.id),
    /** Business-local. */
    issuedOn: date('issued_on', { mode: 'string' }).notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Everything printed on it. */
    document: jsonb('document').$type<InvoiceDocument>().notNull(),
    totalCents: integer('total_cents').notNull(),
    /** Recorded payments; written with the visit's payment account. */
    paidCents: integer('paid_cents').notNull().default(0),
    /** Set when the visit's cost changed and the invoice no longer counts. */
    voidedAt: instant('voided_at'),
    /** Amount still open. */
    openCents: integer('open_cents')
      .notNull()
      .generatedAlwaysAs(
        sql`case when voided_at is null then greatest(total_cents - paid_cents, 0) else 0 end`,
      ),
    /** The billed name, and all search text, folded. */
    billTo: text('bill_to').notNull().generatedAlwaysAs(sql.raw(billToSql)),
    searchText: text('search_text').notNull().generatedAlwaysAs(sql.raw(searchTextSql)),
    createdAt: createdAt(),
  },
  (invoice) => [
    uniqueIndex('invoices_nth').on(invoice.year, invoice.nth),
    // A visit has one valid invoice.
    uniqueIndex('invoices_of_job')
      .on(invoice.jobId)
      .where(sql`${invoice.voidedAt} is null`),
    index('invoices_job').on(invoice.jobId),
    // One per order of the list, written like it.
    index('invoices_newest').on(sql.raw(numberSql), invoice.id),
    index('invoices_bill_to').on(sql`${invoice.billTo} collate "und-x-icu"`, invoice.id),
    index('invoices_due').on(invoice.dueOn, invoice.id),
    index('invoices_amount').on(invoice.totalCents, invoice.id),
    index('invoices_paid').on(invoice.paidCents, invoice.id),
    index('invoices_open').on(invoice.openCents, invoice.id),
    index('invoices_search').using('gin', sql`${invoice.searchText} gin_trgm_ops`),
    // Unpaid and void ones: few among all.
    index('invoices_unpaid')
      .on(invoice.dueOn, invoice.id)
      .where(sql`${invoice.openCents} > 0`),
    index('invoices_void')
      .on(sql.raw(numberSql), invoice.id)
      .where(sql`${invoice.voidedAt} is not null`),
    check('invoices_paid_cents', sql`${invoice.paidCents} >= 0`),
    check('invoices_total', sql`${invoice.totalCents} > 0`),
  ],
)
