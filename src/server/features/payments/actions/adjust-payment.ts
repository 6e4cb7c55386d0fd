import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, transaction } from '#server/database/database.ts'
import { paymentAdjustments } from '#server/database/tables/payment-adjustments.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  type AdjustReason,
  isLargeAdjustment,
  needsPayment,
  shownPaymentStatus,
} from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { linesCents } from '#shared/rules/visit-cost.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from '../change-payment-account.ts'
import { dueOf, netOf, type PaymentAccount, unchanged } from '../orchestrator/payment-account.ts'
import { paymentStateOf } from '../orchestrator/payment-state.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

type Wanted = {
  cents: number
  reason: AdjustReason
  confirmed: boolean
  /** What the person saw that the visit costs. */
  seenCents?: number | undefined
}

/**
 * Sets what a visit costs, in cents, until its payment is completed. Throws NotFound, Conflict for a cancelled visit or a
 * completed payment, with `details.reason` 'confirm' for a large change that was not confirmed, and 'changed_meanwhile'
 * when it costs something else than the person saw.
 */
export async function adjustPayment(person: Person, jobId: string, wanted: Wanted): Promise<void> {
  const job = await loadJob(person, jobId)
  const { cents, reason } = wanted
  await transaction(async () => {
    const { account: before } = await changePaymentAccount(jobId, unchanged)
    assertAdjustable(before)
    assertSeen(before, wanted)
    assertMeant(before, wanted)
    const fromCents = dueOf(before)
    const adjusted = (account: PaymentAccount): PaymentAccount => ({
      ...account,
      adjustmentCents: cents - linesCents(account.job),
    })
    await db()
      .insert(paymentAdjustments)
      .values({ jobId, actorId: person.id, fromCents, toCents: cents, reason, createdAt: now() })
    // Said first: a bill may follow from it.
    if (fromCents !== cents) {
      const data = { fromCents, toCents: cents, reason, ...owed(adjusted(before)) }
      await happened({ event: 'payment_adjusted', job, by: person.id, data })
    }
    await changePaymentAccount(jobId, (account) => unchanged(adjusted(account)))
  })
  await orchestrateWhileWaiting(jobId)
}

function assertAdjustable(account: PaymentAccount): void {
  if (account.job.status === 'cancelled')
    throw new Conflict(phrase('This visit was cancelled; its payment cannot be adjusted.'))
  const state = paymentStateOf(account, now())
  if (shownPaymentStatus[state] === 'completed' || state === 'refunded')
    throw new Conflict(
      phrase(
        'This payment is completed. Refund what was too much; what was too little is an extra of the visit.',
      ),
      { reason: 'completed' },
    )
}

/** Somebody else may have adjusted it, or an extra been added; to what it costs already anybody may set it. */
function assertSeen(account: PaymentAccount, { cents, seenCents }: Wanted): void {
  const costs = dueOf(account)
  if (seenCents === undefined || seenCents === costs || cents === costs) return
  throw new Conflict(
    phrase('Meanwhile this visit costs {amount}. Please close this and look at it again.', {
      amount: formatCents(costs),
    }),
    { reason: 'changed_meanwhile', amount: decimalFromCents(costs) },
  )
}

function assertMeant({ job }: PaymentAccount, { cents, confirmed }: Wanted): void {
  const quotedCents = job.packageCents + job.addonsCents
  const aboveCents = currentSettings().adjustConfirmAboveCents
  if (confirmed || !isLargeAdjustment(cents, { quotedCents, aboveCents })) return
  throw new Conflict(
    phrase(
      '{amount} is more than three times the quoted {quote}. Please confirm that it is meant.',
      {
        amount: formatCents(cents),
        quote: formatCents(quotedCents),
      },
    ),
    { reason: 'confirm', amount: decimalFromCents(cents), quoted: decimalFromCents(quotedCents) },
  )
}

/** What is left to pay for somebody who was asked to. */
function owed(account: PaymentAccount): { owedCents?: number } {
  const asked = account.job.status === 'completed' && needsPayment(paymentStateOf(account, now()))
  const cents = Math.max(0, dueOf(account) - netOf(account))
  return asked ? { owedCents: cents } : {}
}
