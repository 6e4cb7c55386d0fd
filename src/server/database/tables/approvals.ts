import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AnsweredLine, ApprovalMethod, Signature } from '#shared/rules/approvals.ts'
import { createdAt, id, instant, partOf } from './columns.ts'
import { jobs } from './jobs.ts'
import { users } from './users.ts'

/** What a customer answered, exactly as they read it. Never changed once written, except when personal data are erased. */
export const approvals = pgTable(
  'approvals',
  {
    id: id(),
    jobId: partOf('job_id', () => jobs.id),
    /** Of its lines; null for the total shown when booking. */
    estimateId: uuid('estimate_id'),
    method: text('method').$type<ApprovalMethod>().notNull(),
    /** The name of who answered, and by phone the number they spoke from and what they said. */
    person: text('person').notNull(),
    phone: text('phone').notNull().default(''),
    said: text('said').notNull().default(''),
    /** The account that sent it: the customer's, or who asked them. */
    sentBy: uuid('sent_by').references(() => users.id),
    lines: jsonb('lines').$type<AnsweredLine[]>().notNull(),
    /** Of the approved lines, sales tax included. */
    totalCents: integer('total_cents').notNull(),
    /** The sentence they agreed to. */
    words: text('words').notNull(),
    signature: jsonb('signature').$type<Signature>(),
    /** SHA-256 of the strokes: a signature counts once. */
    signatureHash: text('signature_hash'),
    /** SHA-256 of everything above as it was then: see `hashOfApproval`. */
    hash: text('hash').notNull(),
    /** By the phone on which it was signed. */
    createdAt: createdAt(),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (one) => [
    index('approvals_job').on(one.jobId),
    index('approvals_sent_by')
      .on(one.sentBy)
      .where(sql`${one.sentBy} is not null`),
    uniqueIndex('approvals_signature')
      .on(one.signatureHash)
      .where(sql`${one.signatureHash} is not null`),
  ],
)
