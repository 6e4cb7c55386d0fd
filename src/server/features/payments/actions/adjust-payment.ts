import { db, transaction } from '#server/database/database.ts'
import { paymentAdjustments } from '#server/database/tables/payment-adjustments.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { Conflict } from '#server/http/errors.ts'
import { now } from '#server/base/clock.ts'
import type { AdjustReason } from '#shared/rules/payments.ts'
import type { Person } from '#shared/rules/roles.ts'
import { linesCents } from '#shared/rules/visit-cost.ts'
import { phrase } from '#shared/texts/t.ts'
import { changePaymentAccount } from '../change-payment-account.ts'
import { dueOf, type PaymentAccount, unchanged } from '../orchestrator/payment-account.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

/**
 * Sets what a visit costs, in cents. Before the charge that is all; afterwards the difference is refunded or
 * charged. Throws NotFound, or Conflict for a cancelled visit.
 */
export async function adjustPayment(
  person: Person,
  jobId: string,
  { cents, reason }: { cents: number; reason: AdjustReason },
): Promise<void> {
  const job = await loadJob(person, jobId)
  await transaction(async () => {
    let fromCents = 0
    await changePaymentAccount(jobId, (account) => {
      fromCents = dueOf(account)
      return unchanged(withDue(account, cents))
    })
    await db()
      .insert(paymentAdjustments)
      .values({ jobId, actorId: person.id, fromCents, toCents: cents, reason, createdAt: now() })
    const data = { fromCents, toCents: cents, reason }
    await happened({ event: 'payment_adjusted', job, by: person.id, data })
  })
  await orchestrateWhileWaiting(jobId)
}

function withDue(account: PaymentAccount, cents: number): PaymentAccount {
  if (account.job.status === 'cancelled')
    throw new Conflict(phrase('This visit was cancelled; its payment cannot be adjusted.'))
  return { ...account, adjustmentCents: cents - linesCents(account.job) }
}
