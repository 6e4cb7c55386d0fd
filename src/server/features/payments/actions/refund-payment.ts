import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { type PaymentPurpose, paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { type AdjustReason, adjustReasons, refundableCents } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { cardNetwork } from '../card-network.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import {
  capturedOf,
  capturesFor,
  disputedOf,
  excessOf,
  lostOf,
  lowered,
  netOf,
  type PaymentAccount,
  purposeOf,
  refundedOf,
  returnableOf,
  unchanged,
  wantedOf,
} from '../orchestrator/payment-account.ts'
import { paymentStateOf } from '../orchestrator/payment-state.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'
import { refreshFromNetwork } from './refresh-from-network.ts'

type Wanted = {
  cents: number
  /** Whether the visit's cost or the tip is refunded. */
  of?: PaymentPurpose | undefined
  /** One of the adjustment reasons, or free text. */
  reason: string
  /** The refunded amount shown to the person. */
  seenCents?: number | undefined
  /** Identifies the request, so a repeat is recognized. */
  key?: string | undefined
}

/**
 * Lowers the cost of a visit, or its tip, by the amount to refund; the orchestrator refunds it. The same refund while the
 * first is under way or up to a minute old, or with the same key, counts as the first, unless the person saw that one.
 * Refunds made in the network's dashboard are booked first; an unreachable network refuses later what is too much.
 * Throws NotFound, Unavailable without a card network, Conflict when the payment is not completed, for more than can be
 * refunded, and when another refund was made in between.
 */
export async function refundPayment(person: Person, jobId: string, wanted: Wanted): Promise<void> {
  const job = await loadJob(person, jobId)
  cardNetwork()
  const { cents, of = 'visit' } = wanted
  const why = reasonOf(wanted.reason)
  const keyHash = wanted.key ? createHash('sha256').update(wanted.key).digest('hex') : null
  await refreshFromNetwork(jobId)
  await transaction(async () => {
    const { account } = await changePaymentAccount(jobId, unchanged)
    const { seenCents } = wanted
    if (await isKnown(account, { ...why, cents, of, keyHash, seenCents })) return
    assertRefundable(account, { ...wanted, of })
    const fromCents = wantedOf(account, of)
    await db()
      .insert(paymentAdjustments)
      .values({
        jobId,
        actorId: person.id,
        kind: refundKinds[of],
        ...why,
        keyHash,
        fromCents,
        toCents: fromCents - cents,
        createdAt: now(),
      })
    await changePaymentAccount(jobId, (before) =>
      unchanged({ ...before, ...lowered(before, cents, of) }),
    )
    const data = { cents, ...why, ...(of === 'tip' && { tip: true as const }) }
    await happened({ event: 'refund_decided', job, by: person.id, data })
  })
  await orchestrateWhileWaiting(jobId)
}

const refundKinds = { visit: 'refund', tip: 'tip_refund' } as const

function reasonOf(reason: string): { reason: AdjustReason; words: string } {
  const known = adjustReasons.find((one) => one === reason)
  return known ? { reason: known, words: '' } : { reason: 'other', words: reason }
}

type Decided = {
  cents: number
  of: PaymentPurpose
  reason: AdjustReason
  words: string
  keyHash: string | null
  seenCents: number | undefined
}

const minuteMs = 60_000

/** Whether this refund exists: under its key, or the same one recent or still under way and not seen by the person. */
async function isKnown(account: PaymentAccount, decided: Decided): Promise<boolean> {
  const { jobId } = account
  const { cents, of, reason, words, keyHash, seenCents } = decided
  const table = paymentAdjustments
  if (
    keyHash &&
    (await db().$count(table, and(eq(table.jobId, jobId), eq(table.keyHash, keyHash))))
  )
    return true
  if (seenCents === givenBackOf(account, of)) return false
  const refunds = await db()
    .select()
    .from(table)
    .where(and(eq(table.jobId, jobId), eq(table.kind, refundKinds[of])))
    .orderBy(desc(table.createdAt), desc(table.id))
  const isSame = (one: (typeof refunds)[number]) =>
    one.fromCents - one.toCents === cents && one.reason === reason && one.words === words
  const isRecent = (one: (typeof refunds)[number]) =>
    now().getTime() - one.createdAt.getTime() < minuteMs
  const openCents = onItsWayOf(account, of)
  // The newest refunds are the ones under way, as far back as money is still open.
  let newerCents = 0
  for (const one of refunds) {
    if (isSame(one) && (isRecent(one) || newerCents < openCents)) return true
    newerCents += one.fromCents - one.toCents
  }
  return false
}

const onItsWayOf = (account: PaymentAccount, of: PaymentPurpose): number =>
  isUnderWay(account, of) ? excessOf(account, of) : 0

/** In cents, including refunds under way. */
const givenBackOf = (account: PaymentAccount, of: PaymentPurpose): number =>
  refundedOf(account, of) + onItsWayOf(account, of)

/** Whether the network still has to refund something. */
const isUnderWay = (account: PaymentAccount, of: PaymentPurpose): boolean =>
  excessOf(account, of) > 0 && (isAsking(account, of) || returnableIn(account, of) > 0)

const isAsking = (account: PaymentAccount, of: PaymentPurpose): boolean =>
  account.operation !== null && purposeOf(account, account.operation.paymentId) === of

const returnableIn = (account: PaymentAccount, of: PaymentPurpose): number =>
  capturesFor(account, of).reduce((sum, capture) => sum + returnableOf(capture), 0)

function assertRefundable(
  account: PaymentAccount,
  { cents, of, seenCents }: Wanted & { of: PaymentPurpose },
): void {
  const refunded = givenBackOf(account, of)
  if (seenCents !== undefined && seenCents !== refunded)
    throw new Conflict(
      phrase(
        '{amount} of this payment has been refunded in the meantime. Please check what is left.',
        {
          amount: formatCents(refunded),
        },
      ),
      { reason: 'refunded_meanwhile', refundedAmount: decimalFromCents(refunded) },
    )
  const most = refundableCents({
    // A tip can be refunded in any state of the visit's cost.
    state: of === 'tip' ? 'paid' : paymentStateOf(account, now()),
    amountCents: wantedOf(account, of),
    paidCents: netOf(account, of),
    returnableCents: returnableIn(account, of),
  })
  if (cents <= most) return
  const disputed = refuseDisputed(account, of)
  if (disputed) throw disputed
  throw new Conflict(
    of === 'visit' && account.recordedCents > 0 && capturedOf(account) === 0
      ? phrase('This visit was not paid by card. Record the money you give back instead.')
      : most === 0
        ? phrase('There is nothing to refund: this payment is not completed, or was given back.')
        : phrase('At most {amount} of this payment can be refunded.', {
            amount: formatCents(most),
          }),
    { refundableAmount: decimalFromCents(most) },
  )
}

/** The Conflict for a refund of money that the customer's bank has taken back, or may; undefined if it has not. */
function refuseDisputed(account: PaymentAccount, of: PaymentPurpose) {
  const [disputed, lost] = [disputedOf(account, of), lostOf(account, of)]
  const refundableAmount = decimalFromCents(returnableIn(account, of))
  if (disputed > 0)
    return new Conflict(
      phrase(
        '{amount} of this payment is disputed. A refund now could pay the customer twice, so wait for the bank’s decision.',
        { amount: formatCents(disputed) },
      ),
      { reason: 'disputed', refundableAmount },
    )
  if (lost === 0) return undefined
  return new Conflict(
    phrase('The customer already has {amount} of this payment back from their bank.', {
      amount: formatCents(lost),
    }),
    { reason: 'charged_back', refundableAmount },
  )
}
