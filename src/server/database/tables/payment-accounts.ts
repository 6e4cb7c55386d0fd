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

/** SQL for the word lists show for a state column. */
export const listedStatusSql = (state: string): string =>
  `(case ${listedPaymentStatuses
    .map(
      (word) =>
        `when ${state} in (${statesListedAs(word).map(quote).join(', ')}) then ${quote(word)}`,
    )
    .join(' ')} end)`

/** SQL: the unpaid part of a visit's cost in cents, negative when overpaid; `m` prefixes the columns. */
export const unpaidSql = (m = ''): string =>
  `(${m}amount_cents - ${m}captured_cents + ${m}refunded_cents - ${m}recorded_cents + ${m}recovered_cents)`

/** SQL: whether a visit that is over is still unpaid. */
export const owedSql = (m = ''): string =>
  `(${m}visit_over and ${unpaidSql(m)} > 0 and ${m}state in (${owedStates.map(quote).join(', ')}))`

const owedStates: readonly PaymentState[] = [
  'none',
  'card_saved',
  'authorizing',
  'held',
  'expired',
  'settling',
  'balance_due',
  'failed',
  'on_invoice',
]

/** SQL: the day since which a payment is due, `never` for one that is not. */
export const dueSinceSql = (never: '1000-01-01' | '9999-12-31', m = ''): string =>
  `coalesce(case when ${owedSql(m)} then coalesce(${m}due_since, ${m}visit_on) end, '${never}'::date)`

/** One job's money. Created with the booking; changed only by the payment orchestrator. */
export const paymentAccounts = pgTable(
  'payment_accounts',
  {
    jobId: uuid('job_id')
      .primaryKey()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** Computed by the orchestrator, like the sums and the note below. */
    state: text('state').$type<PaymentState>().notNull().default('none'),
    heldCents: integer('held_cents').notNull().default(0),
    capturedCents: integer('captured_cents').notNull().default(0),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** Held back while disputes are open, and returned to the customer by lost ones; like the sums above, of the visit, not its tip. */
    disputedCents: integer('disputed_cents').notNull().default(0),
    lostCents: integer('lost_cents').notNull().default(0),
    note: text('note').notNull().default(''),
    /** Adjustment of the amount due: due = final amount + this. */
    adjustmentCents: integer('adjustment_cents').notNull().default(0),
    /** Fee of a cancelled visit minus refunds of it. */
    feeCents: integer('fee_cents').notNull().default(0),
    /** The tip, and what remains of it after refunds; never part of the amount due. */
    tipGivenCents: integer('tip_given_cents').notNull().default(0),
    tipCents: integer('tip_cents').notNull().default(0),
    /** Of the tip: held back while disputes are open, returned to the customer by lost ones, and recorded as paid since. */
    tipDisputedCents: integer('tip_disputed_cents').notNull().default(0),
    tipLostCents: integer('tip_lost_cents').notNull().default(0),
    tipRecoveredCents: integer('tip_recovered_cents').notNull().default(0),
    /**
     * The current cost, whether the visit is over (completed or cancelled), its day and technician, so a hundred thousand
     * payments can be searched, ordered and summed. Maintained only by triggers; without an amount they are filled in at the
     * end of the statement.
     */
    amountCents: integer('amount_cents'),
    visitOver: boolean('visit_over').notNull().default(false),
    visitOn: date('visit_on', { mode: 'string' }),
    technicianId: uuid('technician_id'),
    /** Business-local day the open amount became due: the visit's end, or its invoice's due day. */
    dueSince: date('due_since', { mode: 'string' }),
    /** Recorded payments (not through the card network) for the visit, minus those taken or given back. */
    recordedCents: integer('recorded_cents').notNull().default(0),
    /** The part of them that pays what lost disputes returned to the customer. */
    recoveredCents: integer('recovered_cents').notNull().default(0),
    /** Billed in the ledger so far, and the sales tax within it. */
    billedCents: integer('billed_cents').notNull().default(0),
    billedTaxCents: integer('billed_tax_cents').notNull().default(0),
    /** Sales tax on charges minus refunds. */
    taxCollectedCents: integer('tax_collected_cents').notNull().default(0),
    /** The charges and refunds the customer was notified about. */
    notifiedChargedCents: integer('told_charged_cents').notNull().default(0),
    notifiedRefundedCents: integer('told_refunded_cents').notNull().default(0),
    cardId: uuid('card_id').references(() => paymentCards.id),
    /** The consent wording for that card and this visit, and when it was given. */
    consentVersion: text('consent_version'),
    consentAt: instant('consent_at'),
    /** Consecutive declines of the stored card without its owner. */
    cardTries: integer('card_tries').notNull().default(0),
    retryAt: instant('retry_at'),
    /** The customer has just requested a hold. */
    holdAsked: boolean('hold_asked').notNull().default(false),
    /** When to read our payments from the card network. */
    syncAt: instant('sync_at'),
    lastDecline: text('last_decline').$type<DeclineReason>(),
    lastTokenHash: text('last_token_hash'),
    /** Who in the office entered the card; null for the customer. */
    enteredBy: uuid('entered_by').references(() => users.id, { onDelete: 'set null' }),
    /** When the orchestrator must look again; null until woken. */
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
    // One per order of the list, written like it; also used to find amounts.
    index('payment_accounts_held').on(paymentAccount.heldCents, paymentAccount.jobId),
    index('payment_accounts_captured').on(paymentAccount.capturedCents, paymentAccount.jobId),
    index('payment_accounts_listed').on(sql.raw(listedStatusSql('state')), paymentAccount.jobId),
    // Oldest and newest first; payments that are not due come last.
    index('payment_accounts_due_oldest').on(
      sql.raw(dueSinceSql('9999-12-31')),
      paymentAccount.jobId,
    ),
    index('payment_accounts_due_newest').on(
      sql.raw(dueSinceSql('1000-01-01')),
      paymentAccount.jobId,
    ),
    // Disputed payments: few among all.
    index('payment_accounts_disputed')
      .on(paymentAccount.createdAt.desc(), paymentAccount.jobId.desc())
      .where(sql`${paymentAccount.disputedCents} + ${paymentAccount.lostCents} > 0`),
    index('payment_accounts_given_back')
      .on(paymentAccount.refundedCents)
      .where(sql`${paymentAccount.refundedCents} > 0`),
    // Money still expected for finished visits: few among all.
    index('payment_accounts_unpaid')
      .on(paymentAccount.createdAt.desc(), paymentAccount.jobId.desc())
      .where(
        sql`${paymentAccount.visitOver} and ${paymentAccount.amountCents} - ${paymentAccount.capturedCents} + ${paymentAccount.refundedCents} - ${paymentAccount.recordedCents} + ${paymentAccount.recoveredCents} > 0`,
      ),
    // Recorded money to give back: few among all.
    index('payment_accounts_to_return')
      .on(paymentAccount.createdAt.desc(), paymentAccount.jobId.desc())
      .where(
        sql`${paymentAccount.recordedCents} > 0 and ${paymentAccount.capturedCents} - ${paymentAccount.refundedCents} + ${paymentAccount.recordedCents} - ${paymentAccount.amountCents} - ${paymentAccount.lostCents} - greatest(0, ${paymentAccount.capturedCents} - ${paymentAccount.refundedCents} - ${paymentAccount.lostCents}) > 0`,
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
