import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import { happened } from '#server/events/happened.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { Conflict } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { type AdjustReason, needsPayment, shownPaymentStatus } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { fullCents } from '#shared/rules/visit-cost.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { dueOf, netOf, type PaymentAccount, unchanged } from '../orchestrator/payment-account.ts'
import { paymentStateOf } from '../orchestrator/payment-state.ts'

type Amount = { cents: number; reason: AdjustReason; words?: string }

/** Sets the cost of a visit, in cents, and records the reason, in the current transaction; `before` is its locked account. */
export async function adjustAmount(
  person: Person,
  job: JobRow,
  before: PaymentAccount,
  { cents, reason, words = '' }: Amount,
): Promise<void> {
  const fromCents = dueOf(before)
  const adjusted = (account: PaymentAccount): PaymentAccount => ({
    ...account,
    ...(account.job.status === 'cancelled'
      ? { feeCents: cents }
      : { adjustmentCents: cents - fullCents(account.job) }),
  })
  const moved = { fromCents, toCents: cents, reason }
  await db()
    .insert(paymentAdjustments)
    .values({ jobId: job.id, actorId: person.id, ...moved, words, createdAt: now() })
  // Recorded first: a bill may follow from it.
  if (fromCents !== cents) {
    const data = { ...moved, ...(words && { words }), ...owed(adjusted(before)) }
    await happened({ event: 'payment_adjusted', job, by: person.id, data })
  }
  await changePaymentAccount(job.id, (account) => unchanged(adjusted(account)))
}

/** Throws Conflict for a completed payment, and for a cancelled visit unless `cents` write off some of a fee that is owed. */
export function assertAdjustable(account: PaymentAccount, cents?: number): void {
  const lowersFee = cents !== undefined && netOf(account) <= cents && cents < dueOf(account)
  if (account.job.status === 'cancelled' && lowersFee) return
  if (account.job.status === 'cancelled')
    throw new Conflict(phrase('This visit was cancelled; its payment cannot be adjusted.'))
  const state = paymentStateOf(account, now())
  if (shownPaymentStatus[state] === 'completed' || state === 'refunded')
    throw new Conflict(
      account.job.onInvoice
        ? phrase('The invoice of this visit is paid. Take back the recorded payment first.')
        : phrase(
            'This payment is completed. Refund the excess, or add an extra to the visit for a shortfall.',
          ),
      { reason: 'completed' },
    )
}

/** Throws Conflict when the cost has changed since the person saw it, unless it already equals the wanted one. */
export function assertSeen(
  account: PaymentAccount,
  { cents, seenCents }: { cents: number; seenCents?: number | undefined },
): void {
  const costs = dueOf(account)
  if (seenCents === undefined || seenCents === costs || cents === costs) return
  throw new Conflict(
    phrase('This visit now costs {amount}. Please check it again.', {
      amount: formatCents(costs),
    }),
    { reason: 'stale', amount: decimalFromCents(costs) },
  )
}

/** The amount still due from a customer who was asked to pay. */
function owed(account: PaymentAccount): { owedCents?: number } {
  const asked = account.job.status === 'completed' && needsPayment(paymentStateOf(account, now()))
  const cents = Math.max(0, dueOf(account) - netOf(account))
  return asked ? { owedCents: cents } : {}
}
