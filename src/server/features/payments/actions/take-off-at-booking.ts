import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { paymentAdjustments } from '#server/database/tables/payment-records.ts'
import type { Person } from '#shared/rules/roles.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { dueOf, unchanged } from '../orchestrator/payment-account.ts'

/**
 * Applies a promotion or a plan to a visit just booked in the current transaction; `centsOff` computes the discount from the
 * price. Returns the price before and the discount, in cents. Sends no notification: the customer chose it.
 */
export async function takeOffAtBooking(
  person: Person,
  jobId: string,
  {
    code,
    centsOff,
    reason = 'promotion',
  }: {
    /** The promotion's code, or the plan's name. */
    code: string
    centsOff: (priceCents: number) => number
    reason?: 'promotion' | 'plan'
  },
): Promise<{ priceCents: number; cents: number }> {
  const { account } = await changePaymentAccount(jobId, unchanged)
  const fromCents = dueOf(account)
  const cents = centsOff(fromCents)
  if (cents === 0) return { priceCents: fromCents, cents }
  await db()
    .insert(paymentAdjustments)
    .values({
      jobId,
      actorId: person.id,
      fromCents,
      toCents: fromCents - cents,
      reason,
      words: code,
      createdAt: now(),
    })
  await changePaymentAccount(jobId, (before) =>
    unchanged({ ...before, adjustmentCents: before.adjustmentCents - cents }),
  )
  return { priceCents: fromCents, cents }
}

/** Ends a promotion of a visit in the current transaction: its price rises by the discount, in cents. Returns the new price. */
export async function endPromotion(
  person: Person,
  jobId: string,
  { code, cents }: { code: string; cents: number },
): Promise<number> {
  const { account } = await changePaymentAccount(jobId, unchanged)
  const fromCents = dueOf(account)
  const { account: after } = await changePaymentAccount(jobId, (before) =>
    unchanged({ ...before, adjustmentCents: before.adjustmentCents + cents }),
  )
  const toCents = dueOf(after)
  await db().insert(paymentAdjustments).values({
    jobId,
    actorId: person.id,
    fromCents,
    toCents,
    reason: 'promotion',
    words: code,
    createdAt: now(),
  })
  return toCents
}
