import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RecordedMethod } from '#shared/rules/recorded-payments.ts'
import type { StatementDocument, StatementLineKind } from '#shared/rules/statements.ts'
import { bytes, createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { companies } from './companies.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** The last number of each year. The row stays locked until its statement commits, so numbers have no gaps or duplicates. */
export const statementYears = pgTable('statement_years', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/** One document a month and company, in place of invoices. They never change. */
export const statements = pgTable(
  'statements',
  {
    id: id(),
    companyId: refersTo('company_id', () => companies.id),
    /** The closed month, "2026-11". */
    period: text('period').notNull(),
    year: integer('year').notNull(),
    /** Counts from 1 each year without gaps. */
    nth: integer('nth').notNull(),
    number: text('number').notNull().unique(),
    /** Business-local. */
    issuedOn: date('issued_on', { mode: 'string' }).notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** Everything printed on it. */
    document: jsonb('document').$type<StatementDocument>().notNull(),
    /** The document as it was mailed. */
    pdf: bytes('pdf').notNull(),
    /** Negative when credits exceed the visits; then there is nothing to pay, and the next one counts the rest. */
    totalCents: integer('total_cents').notNull(),
    closedBy: uuid('closed_by').references(() => users.id),
    createdAt: createdAt(),
  },
  (statement) => [
    uniqueIndex('statements_period').on(statement.companyId, statement.period),
    uniqueIndex('statements_nth').on(statement.year, statement.nth),
    index('statements_due').on(statement.dueOn),
    index('statements_closed_by')
      .on(statement.closedBy)
      .where(sql`${statement.closedBy} is not null`),
  ],
)

/** Cents a statement bills for a visit; the sum of a visit's lines is what statements claim for it. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: id(),
    statementId: partOf('statement_id', () => statements.id),
    jobId: refersTo('job_id', () => jobs.id),
    position: smallint('position').notNull(),
    kind: text('kind').$type<StatementLineKind>().notNull(),
    cents: integer('cents').notNull(),
  },
  (line) => [
    // A visit is billed once; later lines only correct it.
    uniqueIndex('statement_lines_visit')
      .on(line.jobId)
      .where(sql`${line.kind} = 'visit'`),
    index('statement_lines_job').on(line.jobId),
    index('statement_lines_statement').on(line.statementId, line.position),
  ],
)

/**
 * Payments recorded for a statement. Their parts are recorded payments of its visits, which refer to them. One of 0 cents moves
 * a credit from a visit that costs less now to others.
 */
export const statementPayments = pgTable(
  'statement_payments',
  {
    id: id(),
    statementId: partOf('statement_id', () => statements.id),
    method: text('method').$type<RecordedMethod>().notNull(),
    cents: integer('cents').notNull(),
    reference: text('reference').notNull().default(''),
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    recordedBy: uuid('recorded_by').references(() => users.id),
    createdAt: createdAt(),
    takenBackAt: instant('taken_back_at'),
    takenBackReason: text('taken_back_reason').notNull().default(''),
  },
  (payment) => [
    index('statement_payments_statement').on(payment.statementId),
    index('statement_payments_recorded_by')
      .on(payment.recordedBy)
      .where(sql`${payment.recordedBy} is not null`),
    check('statement_payments_cents', sql`${payment.cents} >= 0`),
  ],
)
