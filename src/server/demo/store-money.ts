import { db } from '#server/database/database.ts'
import { paymentCards } from '#server/database/tables/payment-cards.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { ledgerEntries } from '#server/database/tables/ledger-entries.ts'
import {
  paymentAdjustments,
  paymentHolds,
  paymentCaptures,
  paymentDisputes,
  paymentRefunds,
} from '#server/database/tables/payment-records.ts'
import { paymentDiscrepancies } from '#server/database/tables/card-network.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { simulatorRecords } from '#server/database/tables/simulator-records.ts'
import type { BookedPayment, Records } from '#server/adapters/cards/simulator/books.ts'
import { movementId } from '#server/adapters/cards/simulator/movements.ts'
import {
  capturedOf,
  disputedOf,
  type PaymentAccount,
  heldOf,
  refundedOf,
} from '#server/features/payments/orchestrator/payment-account.ts'
import {
  noteOf,
  paymentStateOf,
  wakeAt,
} from '#server/features/payments/orchestrator/payment-state.ts'
import { storePhrases } from '#shared/texts/stored-phrases.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { describeDispute, disputeNoteOf } from '#server/features/payments/actions/apply-event.ts'
import { disputeIdOf, disputeTime, type PlannedMoney, refundTime } from './plan-money.ts'
import { demoNotification } from './plan-messages.ts'
import type { EventData } from '#shared/rules/events.ts'

type Context = {
  /** Job id → number assigned by the database. */
  numbers: Map<string, number>
  adminId: string
  now: Date
}

/** Stores the money of all visits in our tables and in the card simulator's records, so both agree. */
export async function storeMoney(plans: readonly PlannedMoney[], context: Context): Promise<void> {
  const cards = [...new Set(plans.flatMap(({ card }) => card ?? []))]
  await db().insert(paymentCards).values(cards)
  await db()
    .insert(paymentAccounts)
    .values(plans.map((plan) => caseOf(plan, context)))
  await db()
    .insert(paymentHolds)
    .values(
      plans.flatMap(({ account, heldAt }) =>
        account.holds.map((hold) => ({
          ...hold,
          jobId: account.jobId,
          createdAt: heldAt ?? undefined,
        })),
      ),
    )
  await storeCaptured(plans, context.adminId)
  await storeDisputes(plans, context.adminId)
  await db()
    .insert(jobEvents)
    .values(plans.flatMap((plan) => moneyEventsOf(plan, context.adminId)))
  const inDashboard = refundInDashboard(plans, context.now)
  await db()
    .insert(simulatorRecords)
    .values([
      ...cards.map(({ networkCardId, networkCustomerId, brand, last4, createdAt }) => {
        const data: Records['card'] = { outcome: 'ok', brand, last4, customerId: networkCustomerId }
        return { kind: 'card', id: networkCardId, data, createdAt }
      }),
      ...plans.flatMap((plan) => bookedPayments(plan, numberOf(plan, context), inDashboard)),
      ...plans.flatMap((plan) => movementsOf(plan, inDashboard)),
      ...plans.flatMap(disputesOf).map(({ disputeId: id, createdAt, respondBy, ...one }) => {
        const { paymentId, cents, state } = one
        const data: Records['dispute'] = {
          id,
          paymentId,
          cents,
          state,
          respondBy: respondBy.toISOString(),
        }
        return { kind: 'dispute', id, data, createdAt }
      }),
    ])
}

async function storeCaptured(plans: readonly PlannedMoney[], actorId: string): Promise<void> {
  const inJob = <Row>(pick: (account: PlannedMoney['account']) => readonly Row[]) =>
    plans.flatMap((plan) =>
      pick(plan.account).map((row) => ({
        ...row,
        jobId: plan.account.jobId,
        completedAt: plan.planned.times.completedAt ?? new Date(0),
      })),
    )
  const refunds = inJob(({ refunds: all }) => all)
  await db()
    .insert(paymentCaptures)
    .values(
      inJob(({ captures }) => captures).map((row) => ({ ...row, createdAt: row.completedAt })),
    )
  await db()
    .insert(paymentRefunds)
    .values(refunds.map((row) => ({ ...row, createdAt: refundTime(row.completedAt) })))
  await db()
    .insert(paymentAdjustments)
    .values(
      inJob(({ captures, adjustmentCents }) => (adjustmentCents < 0 ? captures : [])).map(
        (row) => ({
          jobId: row.jobId,
          actorId,
          fromCents: row.capturedCents,
          toCents: row.capturedCents - row.refundedCents,
          reason: 'customer_complaint' as const,
          createdAt: refundTime(row.completedAt),
        }),
      ),
    )
  await db()
    .insert(ledgerEntries)
    .values(
      plans.flatMap(({ account, entries }) =>
        entries.map((entry) => ({ ...entry, jobId: account.jobId })),
      ),
    )
}

const hourMs = 3_600_000
const answerDays = 14

const disputesOf = ({ account, planned }: Pick<PlannedMoney, 'account' | 'planned'>) => {
  const createdAt = disputeTime(planned.times.completedAt ?? new Date(0))
  return account.captures
    .filter(({ disputedCents }) => disputedCents > 0)
    .map(({ paymentId, disputedCents: cents }) => ({
      disputeId: disputeIdOf(paymentId),
      jobId: account.jobId,
      paymentId,
      cents,
      state: 'open' as const,
      respondBy: new Date(createdAt.getTime() + answerDays * 24 * hourMs),
      createdAt,
    }))
}

async function storeDisputes(plans: readonly PlannedMoney[], adminId: string): Promise<void> {
  const disputes = plans.flatMap(disputesOf)
  if (disputes.length === 0) return
  await db().insert(paymentDisputes).values(disputes)
  await db()
    .insert(paymentDiscrepancies)
    .values(
      disputes.map(({ disputeId: id, jobId, createdAt, ...dispute }) => ({
        jobId,
        ref: disputeNoteOf({ id, state: dispute.state }),
        detail: storePhrases([describeDispute(dispute)]),
        createdAt,
      })),
    )
  await db()
    .insert(notifications)
    .values(
      disputes.map(({ jobId, cents, state, createdAt }) => ({
        userId: adminId,
        ...demoNotification('payment_disputed', 'office', { cents, state }),
        jobId,
        createdAt,
      })),
    )
}

// Computed from the account by the orchestrator's own functions, so it finds nothing to correct.
function caseOf(plan: PlannedMoney, context: Context): typeof paymentAccounts.$inferInsert {
  const { now } = context
  const account: PaymentAccount = { ...plan.account, jobNumber: jobNumber(numberOf(plan, context)) }
  const { bookedAt, completedAt } = plan.planned.times
  return {
    jobId: account.jobId,
    state: paymentStateOf(account, now),
    note: storePhrases(noteOf(account, now)),
    heldCents: heldOf(account, now),
    capturedCents: capturedOf(account),
    refundedCents: refundedOf(account),
    disputedCents: disputedOf(account),
    adjustmentCents: account.adjustmentCents,
    billedCents: account.billedCents,
    notifiedChargedCents: capturedOf(account),
    notifiedRefundedCents: refundedOf(account),
    cardId: account.card?.id,
    lastDecline: account.lastDecline,
    wakeAt: wakeAt(account, now),
    createdAt: bookedAt,
    updatedAt: completedAt ?? bookedAt,
  }
}

/** A refund missing from our ledger. */
type InDashboard = { paymentId: string; id: string; cents: number; at: Date }

/** A $20 refund of the newest paid visit made in the network's dashboard, so the daily close has a difference. */
function refundInDashboard(plans: readonly PlannedMoney[], now: Date): InDashboard | undefined {
  const paid = plans.flatMap(({ account: { captures, refunds }, planned: { times } }) => {
    const [capture] = captures
    const at = times.completedAt && new Date(times.completedAt.getTime() + hourMs)
    return capture && at && at < now && refunds.length === 0
      ? [{ paymentId: capture.paymentId, at }]
      : []
  })
  const newest = paid.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return newest && { ...newest, id: newest.paymentId.replace('_pay_', '_ref_'), cents: 2000 }
}

function bookedPayments(
  { account, planned, heldAt }: PlannedMoney,
  number: number,
  inDashboard: InDashboard | undefined,
) {
  const { completedAt } = planned.times
  const status = { open: 'approved', captured: 'completed', released: 'canceled' } as const
  return account.holds.map((hold) => {
    const data: BookedPayment = {
      id: hold.paymentId,
      outcome: 'ok',
      status:
        hold.status === 'expired' || hold.status === 'failed' ? 'failed' : status[hold.status],
      cents: hold.cents,
      expiresAt: hold.expiresAt.getTime(),
      refunds: [
        ...account.refunds.map((refund) => ({
          id: refund.refundId,
          cents: refund.cents,
          status: refund.status,
          at: refundTime(completedAt ?? hold.expiresAt).getTime(),
        })),
        ...(inDashboard?.paymentId === hold.paymentId
          ? [
              {
                id: inDashboard.id,
                cents: inDashboard.cents,
                status: 'completed' as const,
                at: inDashboard.at.getTime(),
              },
            ]
          : []),
      ],
      reference: jobNumber(number),
      lost: [],
    }
    return { kind: 'payment', id: hold.paymentId, data, createdAt: heldAt ?? undefined }
  })
}

/** Times of captures and refunds at the simulated network: just before our own entries. */
function movementsOf({ account, planned }: PlannedMoney, inDashboard: InDashboard | undefined) {
  const { completedAt } = planned.times
  if (!completedAt) return []
  const capturedAt = new Date(completedAt.getTime() + 5 * 1000)
  const noted = (at: Date, paymentId: string, refundId: string | null) => {
    const data: Records['movement'] = { paymentId, refundId }
    return { kind: 'movement', id: movementId(at, refundId ?? paymentId), data, createdAt: at }
  }
  return [
    ...account.captures.map(({ paymentId }) => noted(capturedAt, paymentId, null)),
    ...account.refunds.map(({ paymentId, refundId }) =>
      noted(refundTime(completedAt), paymentId, refundId),
    ),
    ...account.captures.flatMap(({ paymentId }) =>
      inDashboard?.paymentId === paymentId
        ? [noted(inDashboard.at, paymentId, inDashboard.id)]
        : [],
    ),
  ]
}

function numberOf({ account }: PlannedMoney, { numbers }: Context): number {
  const number = numbers.get(account.jobId)
  if (number === undefined) throw new Error(`Job ${account.jobId} was not stored.`)
  return number
}

type MoneyEvents = Pick<
  EventData,
  | 'payment_held'
  | 'payment_released'
  | 'payment_charged'
  | 'payment_disputed'
  | 'refund_decided'
  | 'payment_refunded'
>

/** Entries about money in visit histories and the audit log. */
function moneyEventsOf(
  { account, planned, heldAt }: PlannedMoney,
  adminId: string,
): (typeof jobEvents.$inferInsert)[] {
  const { completedAt, cancelledAt } = planned.times
  const [hold] = account.holds
  const event = <E extends keyof MoneyEvents>(
    kind: E,
    at: Date | null | undefined,
    data: MoneyEvents[E],
    actorId: string | null = null,
  ) => (at ? [{ jobId: account.jobId, kind, actorId, createdAt: at, data }] : [])
  const captured = account.captures.reduce((sum, { capturedCents }) => sum + capturedCents, 0)
  return [
    ...(hold && hold.status !== 'failed'
      ? event('payment_held', heldAt, { cents: hold.cents })
      : []),
    ...(hold?.status === 'released' ? event('payment_released', cancelledAt, {}) : []),
    ...(captured > 0 ? event('payment_charged', completedAt, { cents: captured }) : []),
    ...disputesOf({ account, planned }).flatMap(({ cents, state, createdAt }) =>
      event('payment_disputed', createdAt, { cents, state }),
    ),
    ...account.refunds.flatMap(({ cents }) => {
      const at = completedAt && refundTime(completedAt)
      const reason = 'customer_complaint' as const
      return [
        ...event('refund_decided', at, { cents, reason, words: '' }, adminId),
        ...event('payment_refunded', at, { cents, reason }),
      ]
    }),
  ]
}
