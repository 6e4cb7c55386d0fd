import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { InvoiceDocument } from '#shared/rules/invoices.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs } from './jobs.ts'

/** The last number of each year. The row is locked until its invoice is committed, so that none is left out or given twice. */
export const invoiceYears = pgTable('invoice_years', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/** What was issued is never changed: it may be voided, and another one issued. Kept when its customer is erased. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    year: integer('year').notNull(),
    /** Counts from 1 each year, without a gap. */
    nth: integer('nth').notNull(),
    number: text('number').notNull().unique(),
    jobId: uuid('job_id')
      .notNull()
      .references(() => jobs.id),
    /** Business-local. */
    issuedOn: date('issued_on', { mode: 'string' }).notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** To whom, for what, by whom: all that is printed. */
    document: jsonb('document').$type<InvoiceDocument>().notNull(),
    totalCents: integer('total_cents').notNull(),
    /** What the visit costs is another: this one counts no more. */
    voidedAt: instant('voided_at'),
    createdAt: createdAt(),
  },
  (invoice) => [
    uniqueIndex('invoices_nth').on(invoice.year, invoice.nth),
    // A visit has one invoice that counts, whoever issues it.
    uniqueIndex('invoices_of_job')
      .on(invoice.jobId)
      .where(sql`${invoice.voidedAt} is null`),
    index('invoices_job').on(invoice.jobId),
    check('invoices_total', sql`${invoice.totalCents} > 0`),
  ],
)
