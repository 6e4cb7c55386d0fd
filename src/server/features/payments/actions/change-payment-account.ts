import { and, desc, eq, gt, ne, notInArray, asc, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import {
  type PaymentPurpose,
  paymentAdjustments,
  paymentHolds,
  paymentCaptures,
  paymentRefunds,
  recordedPayments,
} from '#server/database/tables/payment-records.ts'
import { happened } from '#server/events/happened.ts'
import { importedConflict, readJob } from '#server/reads/visits.ts'
import { issueInvoice } from './issue-invoice.ts'
import { owedBy, toReturnTo } from '#server/reads/costs.ts'
import { publishAnswer } from '../wait-for-answers.ts'
import type { ChangeAccount } from '../orchestrator/orchestrate.ts'
import { type PaymentAccount, purposeOf } from '../orchestrator/payment-account.ts'
import { happeningOf, type PaymentEvent, paymentEvents } from '../payment-events.ts'
import { type PaymentNotice, paymentNotices } from '../payment-notices.ts'
import { saveChange, type Stored } from './save-change.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { paymentOperations } from '#server/database/tables/card-network.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { users } from '#server/database/tables/users.ts'
import { jobNumber } from '#shared/rules/jobs.ts'

/** Changes a job's payment account under a lock, in the open transaction or its own. */
export const changePaymentAccount: ChangeAccount = (jobId, decide) =>
  transaction(async () => {
    const { account: before, stored, isErased } = await loadPaymentAccount(jobId)
    const decided = decide(before)
    const { account, notices } = paymentNotices(before, decided, now())
    const change = { ...decided, account }
    await saveChange(before, stored, change)
    if (isErased) await eraseSettledName(account.customer.id)
    if (account.job.onInvoice)
      await issueInvoice(jobId, {
        cents: account.billedCents,
        paidCents: account.recordedCents,
      })
    if (before.operation?.leaseUntil && !account.operation?.leaseUntil) await publishAnswer(jobId)
    // Charges come before the rest to pay.
    const events = [
      ...(await withReasons(account, notices)),
      ...(await withTipReason(
        account,
        paymentEvents({ before, was: stored.state }, account, now()),
      )),
    ]
    const happenings = await withTakenBack(jobId, events)
    const job = happenings.length > 0 ? await readJob(jobId) : undefined
    if (job) await happened(...happenings.map((event) => happeningOf(job, event, before)))
    return change
  })

/** Bills mention payments taken back within the last week. */
const mentionedMs = 7 * 86_400_000

/** Adds to a bill the recorded payment whose withdrawal caused it. */
async function withTakenBack(jobId: string, events: PaymentEvent[]): Promise<PaymentEvent[]> {
  if (!events.some(({ event }) => event === 'payment_due')) return events
  const { cents, takenBackAt } = recordedPayments
  const [last] = await db()
    .select({ cents })
    .from(recordedPayments)
    .where(
      and(
        eq(recordedPayments.jobId, jobId),
        gt(takenBackAt, new Date(now().getTime() - mentionedMs)),
        gt(cents, 0),
      ),
    )
    .orderBy(desc(takenBackAt))
    .limit(1)
  if (!last) return events
  return events.map((one) =>
    one.event === 'payment_due'
      ? { ...one, data: { ...one.data, takenBackCents: last.cents } }
      : one,
  )
}

/** Erases the name that was kept for a debt of or to an erased customer, once nothing is owed. */
async function eraseSettledName(customerId: string): Promise<void> {
  if ((await owedBy(customerId)) > 0 || (await toReturnTo(customerId)) > 0) return
  await db()
    .update(users)
    .set({ firstName: '', lastName: '' })
    .where(and(eq(users.id, customerId), ne(sql`${users.firstName} || ${users.lastName}`, '')))
}

/** Adds the reason: a charge or refund may follow from the office's last decision. */
async function withReasons(
  account: PaymentAccount,
  notices: readonly PaymentNotice[],
): Promise<PaymentNotice[]> {
  if (notices.length === 0) return []
  const last = await lastDecision(account.jobId)
  const cancelled = account.job.status === 'cancelled'
  const why = last && (cancelled || account.adjustmentCents !== 0) ? reasonOf(last) : undefined
  const refundedFor = () => {
    const { cancelledAt } = account.job
    if (cancelled && !(last && cancelledAt && last.at > cancelledAt))
      return { reason: 'cancelled' as const }
    const inDashboard = account.refunds.findLast(
      ({ status, paymentId }) => status !== 'failed' && purposeOf(account, paymentId) === 'visit',
    )
    return inDashboard?.origin === 'network' ? { reason: 'card_dashboard' as const } : why
  }
  return notices.map((notice) => {
    if (notice.event === 'payment_charged' && cancelled)
      return { ...notice, data: { ...notice.data, fee: true } }
    if (notice.event === 'payment_charged' && !notice.data.watched)
      return { ...notice, data: { ...notice.data, ...why } }
    if (notice.event === 'payment_refunded')
      return { ...notice, data: { ...notice.data, ...refundedFor() } }
    return notice
  })
}

async function withTipReason(
  { jobId, refunds }: PaymentAccount,
  events: readonly PaymentEvent[],
): Promise<PaymentEvent[]> {
  if (!events.some(({ event }) => event === 'tip_refunded')) return [...events]
  const inDashboard = refunds.findLast(({ status }) => status !== 'failed')?.origin === 'network'
  const last = inDashboard ? undefined : await lastDecision(jobId, 'tip')
  const why = inDashboard ? { reason: 'card_dashboard' as const } : last && reasonOf(last)
  return events.map((one) =>
    one.event === 'tip_refunded' ? { ...one, data: { ...one.data, ...why } } : one,
  )
}

type LastDecision = NonNullable<Awaited<ReturnType<typeof lastDecision>>>

const reasonOf = ({ reason, words }: LastDecision) => ({ reason, words })

async function lastDecision(jobId: string, of: PaymentPurpose = 'visit') {
  const { reason, words, createdAt, id, kind } = paymentAdjustments
  const about = of === 'tip' ? eq(kind, 'tip_refund') : ne(kind, 'tip_refund')
  const [last] = await db()
    .select({ reason, words, at: createdAt })
    .from(paymentAdjustments)
    // A promotion code or plan is not a decision of the office.
    .where(
      and(eq(paymentAdjustments.jobId, jobId), notInArray(reason, ['promotion', 'plan']), about),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1)
  return last
}

/** A job's payment account, its row locked until the transaction ends. Throws without one. */
export async function loadPaymentAccount(jobId: string): Promise<{
  account: PaymentAccount
  stored: Stored
  /** The customer was erased. */
  isErased: boolean
}> {
  const [paymentAccount] = await db()
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.jobId, jobId))
    .for('no key update')
  if (!paymentAccount) throw importedConflict()
  // Read after the lock, to see changes to the job that woke the orchestrator.
  const [row] = await db()
    .select({
      job: jobs,
      customer: users,
      card: paymentCards,
      gaveBack: sql<boolean>`exists (select from ${recordedPayments} where ${recordedPayments.jobId} = ${jobs.id}
        and ${recordedPayments.cents} < 0 and ${recordedPayments.takenBackAt} is null)`,
    })
    .from(jobs)
    .innerJoin(users, eq(users.id, jobs.customerId))
    .leftJoin(paymentCards, eq(paymentCards.id, paymentAccount.cardId ?? jobId))
    .where(eq(jobs.id, jobId))
  if (!row) throw new Error(`There is no job ${jobId}.`)
  const { job, customer, card, gaveBack } = row
  const account: PaymentAccount = {
    jobId,
    jobNumber: jobNumber(job.number),
    customer: {
      id: customer.id,
      name: `${customer.firstName} ${customer.lastName}`.trim(),
      email: customer.email,
    },
    job,
    adjustmentCents: paymentAccount.adjustmentCents,
    feeCents: paymentAccount.feeCents,
    tipCents: paymentAccount.tipCents,
    recordedCents: paymentAccount.recordedCents,
    gaveBack,
    recoveredCents: paymentAccount.recoveredCents,
    tipRecoveredCents: paymentAccount.tipRecoveredCents,
    billedCents: paymentAccount.billedCents,
    billedTaxCents: paymentAccount.billedTaxCents,
    taxCollectedCents: paymentAccount.taxCollectedCents,
    notifiedChargedCents: paymentAccount.notifiedChargedCents,
    notifiedRefundedCents: paymentAccount.notifiedRefundedCents,
    card,
    cardTries: paymentAccount.cardTries,
    retryAt: paymentAccount.retryAt,
    holdAsked: paymentAccount.holdAsked,
    syncAt: paymentAccount.syncAt,
    lastDecline: paymentAccount.lastDecline,
    lastTokenHash: paymentAccount.lastTokenHash,
    enteredBy: paymentAccount.enteredBy,
    operation: await openOperation(jobId),
    ...(await movementsOf(jobId)),
  }
  return { account, stored: paymentAccount, isErased: customer.anonymizedAt !== null }
}

async function openOperation(jobId: string) {
  const [operation] = await db()
    .select()
    .from(paymentOperations)
    .where(and(eq(paymentOperations.jobId, jobId), eq(paymentOperations.status, 'open')))
  return operation ?? null
}

async function movementsOf(
  jobId: string,
): Promise<Pick<PaymentAccount, 'holds' | 'captures' | 'refunds'>> {
  const holds = await db()
    .select()
    .from(paymentHolds)
    .where(eq(paymentHolds.jobId, jobId))
    .orderBy(asc(paymentHolds.createdAt))
  const captures = await db()
    .select()
    .from(paymentCaptures)
    .where(eq(paymentCaptures.jobId, jobId))
    .orderBy(asc(paymentCaptures.createdAt))
  const refunds = await db()
    .select()
    .from(paymentRefunds)
    .where(eq(paymentRefunds.jobId, jobId))
    .orderBy(asc(paymentRefunds.createdAt))
  return { holds, captures, refunds }
}
