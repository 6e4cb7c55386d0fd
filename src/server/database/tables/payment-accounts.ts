import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  type DeclineReason,
  listedPaymentStatuses,
  type PaymentState,
  statesListedAs,
} from '#shared/rules/payments.ts'
import { createdAt, instant } from './columns.ts'
import { jobs } from './jobs.ts'
import { paymentCards } from './payment-cards.ts'
import { users } from './users.ts'

const quote = (word: string) => `'${word}'`

/** SQL: the word that lists have for what is in a column of states. */
export const listedStatusSql = (state: string): string =>
  `(case ${listedPaymentStatuses
    .map(
      (word) =>
        `when ${state} in (${statesListedAs(word).map(quote).join(', ')}) then ${quote(word)}`,
    )
    .join(' ')} end)`

/** Where the money of one job stands. Made when the job is booked; changed by the payment orchestrator alone. */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** Read off the facts by the orchestrator, as are the three sums and the note below. */
    state: text('state').$type<PaymentState>().notNull().default('none'),
    heldCents: integer('held_cents').notNull().default(0),
    capturedCents: integer('captured_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
    note: text('note').notNull().default(''),
    /** What an admin moved the amount due by: due = final amount + this. */
    adjustmentCents: integer('adjustment_cents').notNull().default(0),
    /** What a cancelled visit costs nevertheless, less what was given back of it. */
    feeCents: integer('fee_cents').notNull().default(0),
    /** The tip that was given beside it, and what is left of it after refunds; never part of the amount due. */
    tipGivenCents: integer('tip_given_cents').notNull().default(0),
    tipCents: integer('tip_cents').notNull().default(0),
    /**
     * What the visit costs now, whether it is over (completed or cancelled), its day and its technician, so that a hundred
     * thousand payments are found, ordered and added up by them. Triggers keep these four, whoever changes what they follow
     * from: nothing else writes them. Without an amount at first they are filled in at the end of the statement.
     */
    amountCents: integer('amount_cents'),
    visitOver: boolean('visit_over').notNull().default(false),
    visitOn: date('visit_on', { mode: 'string' }),
    technicianId: uuid('technician_id'),
    /** What was recorded as paid on its invoice. */
    invoicePaidCents: integer('invoice_paid_cents').notNull().default(0),
    /** Billed in the ledger so far, and how much of that is sales tax. */
    billedCents: integer('billed_cents').notNull().default(0),
    billedTaxCents: integer('billed_tax_cents').notNull().default(0),
    /** Of what was charged and not given back, the sales tax. */
    taxCollectedCents: integer('tax_collected_cents').notNull().default(0),
    /** What the customer has heard of, of all that was charged and refunded. */
    toldChargedCents: integer('told_charged_cents').notNull().default(0),
    toldRefundedCents: integer('told_refunded_cents').notNull().default(0),
    cardId: uuid('card_id').references(() => paymentCards.id),
    /** Which wording the customer agreed to when that card was given for this visit, and when. */
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    /** Declines of the stored card in a row while its owner was away. */
    cardTries: integer('card_tries').notNull().default(0),
    retryAt: instant('retry_at'),
    /** The customer asked for a hold just now. */
    holdAsked: boolean('hold_asked').notNull().default(false),
    /** When to read our payments from the card network. */
    syncAt: instant('sync_at'),
    lastDecline: text('last_decline').$type<DeclineReason>(),
    lastTokenHash: text('last_token_hash'),
    /** Who of the office entered that card for the customer; null for the customer. */
    enteredBy: uuid('entered_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the orchestrator has to look again; null for not before somebody wakes it. */
    wakeAt: instant('wake_at'),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (paymentAccount) => [
    index('payment_accounts_newest').on(
      paymentAccount.createdAt.desc(),
      paymentAccount.jobId.desc(),
    ),
    index('payment_accounts_state').on(paymentAccount.state, paymentAccount.createdAt.desc()),
    index('payment_accounts_amount').on(paymentAccount.amountCents, paymentAccount.jobId),
    index('payment_accounts_visit').on(paymentAccount.visitOn),
    index('payment_accounts_technician')
      .on(paymentAccount.technicianId, paymentAccount.createdAt.desc(), paymentAccount.jobId.desc())
      .where(sql`${paymentAccount.technicianId} is not null`),
    // Each in an order of the list, written like it; amounts are found by them too.
    index('payment_accounts_held').on(paymentAccount.heldCents, paymentAccount.jobId),
    index('payment_accounts_captured').on(paymentAccount.capturedCents, paymentAccount.jobId),
    index('payment_accounts_listed').on(sql.raw(listedStatusSql('state')), paymentAccount.jobId),
    index('payment_accounts_given_back')
      .on(paymentAccount.refundedCents)
      .where(sql`${paymentAccount.refundedCents} > 0`),
    // Money that is still expected of visits that are over: the few among all that ever were.
    index('payment_accounts_unpaid')
      .on(paymentAccount.createdAt.desc(), paymentAccount.jobId.desc())
      .where(
        sql`${paymentAccount.visitOver} and ${paymentAccount.amountCents} - ${paymentAccount.capturedCents} + ${paymentAccount.refundedCents} - ${paymentAccount.invoicePaidCents} > 0`,
      ),
    index('payment_accounts_entered_by')
      .on(paymentAccount.enteredBy)
      .where(sql`${paymentAccount.enteredBy} is not null`),
    index('payment_accounts_wake')
      .on(paymentAccount.wakeAt)
      .where(sql`${paymentAccount.wakeAt} is not null`),
    check(
      'payment_accounts_tip',
      sql`0 <= ${paymentAccount.tipCents} and ${paymentAccount.tipCents} <= ${paymentAccount.tipGivenCents}`,
    ),
    check(
      'payment_accounts_refunded',
      sql`0 <= ${paymentAccount.refundedCents} and ${paymentAccount.refundedCents} <= ${paymentAccount.capturedCents}`,
    ),
  ],
)
