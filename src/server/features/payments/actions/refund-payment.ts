import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAdjustments } from '#server/database/tables/payment-adjustments.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { type AdjustReason, adjustReasons, refundableCents } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { cardNetwork } from '../card-network.ts'
import { changePaymentAccount } from '../change-payment-account.ts'
import {
  dueOf,
  netOf,
  type PaymentAccount,
  refundedOf,
  unchanged,
} from '../orchestrator/payment-account.ts'
import { paymentStateOf } from '../orchestrator/payment-state.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

type Wanted = {
  cents: number
  /** One of the reasons of an adjustment, or somebody's own words. */
  reason: string
  /** What the person saw as refunded before. */
  seenCents?: number | undefined
  /** Names the request, so that a repeat is known as one. */
  key?: string | undefined
}

/**
 * Lowers what a visit costs by what is to be given back; the orchestrator refunds it. The same refund while the first is
 * under way, and a repeat with the same key, are that one. Throws NotFound, Unavailable without a card network, Conflict
 * when the payment is not completed, when it is more than can be refunded, and when another was made meanwhile.
 */
export async function refundPayment(person: Person, jobId: string, wanted: Wanted): Promise<void> {
  const job = await loadJob(person, jobId)
  cardNetwork()
  const { cents } = wanted
  const why = reasonOf(wanted.reason)
  const keyHash = wanted.key ? createHash('sha256').update(wanted.key).digest('hex') : null
  await transaction(async () => {
    const { account } = await changePaymentAccount(jobId, unchanged)
    if (await isKnown(account, { ...why, cents, keyHash })) return
    assertRefundable(account, wanted)
    const fromCents = dueOf(account)
    await db()
      .insert(paymentAdjustments)
      .values({
        jobId,
        actorId: person.id,
        kind: 'refund',
        ...why,
        keyHash,
        fromCents,
        toCents: fromCents - cents,
        createdAt: now(),
      })
    await changePaymentAccount(jobId, (before) =>
      unchanged({ ...before, adjustmentCents: before.adjustmentCents - cents }),
    )
    await happened({ event: 'refund_decided', job, by: person.id, data: { cents, ...why } })
  })
  await orchestrateWhileWaiting(jobId)
}

function reasonOf(reason: string): { reason: AdjustReason; words: string } {
  const known = adjustReasons.find((one) => one === reason)
  return known ? { reason: known, words: '' } : { reason: 'other', words: reason }
}

type Decided = { cents: number; reason: AdjustReason; words: string; keyHash: string | null }

/** Whether this refund was decided before: under its key, or as the last thing and still under way. */
async function isKnown(account: PaymentAccount, decided: Decided): Promise<boolean> {
  const { jobId } = account
  const { cents, reason, words, keyHash } = decided
  const table = paymentAdjustments
  if (
    keyHash &&
    (await db().$count(table, and(eq(table.jobId, jobId), eq(table.keyHash, keyHash))))
  )
    return true
  const [last] = await db()
    .select()
    .from(table)
    .where(eq(table.jobId, jobId))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(1)
  return (
    last?.kind === 'refund' &&
    last.fromCents - last.toCents === cents &&
    last.reason === reason &&
    last.words === words &&
    last.toCents === dueOf(account) &&
    isUnderWay(account)
  )
}

/** Something is still to be given back by the network. */
const isUnderWay = (account: PaymentAccount): boolean =>
  netOf(account) > dueOf(account) && (account.operation !== null || returnableOf(account) > 0)

const returnableOf = ({ captures }: PaymentAccount): number =>
  captures.reduce(
    (sum, { capturedCents, refundedCents, refundBlocked }) =>
      refundBlocked ? sum : sum + capturedCents - refundedCents,
    0,
  )

function assertRefundable(account: PaymentAccount, { cents, seenCents }: Wanted): void {
  const onItsWay = isUnderWay(account) ? netOf(account) - dueOf(account) : 0
  const refunded = refundedOf(account) + onItsWay
  if (seenCents !== undefined && seenCents !== refunded)
    throw new Conflict(
      phrase('Meanwhile {amount} of this payment was refunded. Please check what is left.', {
        amount: formatCents(refunded),
      }),
      { reason: 'refunded_meanwhile', refundedAmount: decimalFromCents(refunded) },
    )
  const most = refundableCents({
    state: paymentStateOf(account, now()),
    amountCents: dueOf(account),
    paidCents: netOf(account),
    returnableCents: returnableOf(account),
  })
  if (cents <= most) return
  throw new Conflict(
    most === 0
      ? phrase('There is nothing to refund: this payment is not completed, or was given back.')
      : phrase('At most {amount} of this payment can be refunded.', { amount: formatCents(most) }),
    { refundableAmount: decimalFromCents(most) },
  )
}
