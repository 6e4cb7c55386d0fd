import { eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { providerEvents } from '#server/database/tables/provider-events.ts'
import { paymentHolds } from '#server/database/tables/payment-holds.ts'
import { paymentCaptures } from '#server/database/tables/payment-captures.ts'
import { paymentAccounts } from '#server/database/tables/payment-accounts.ts'
import { Forbidden } from '#server/http/errors.ts'
import { cardNetwork } from '../card-network.ts'
import { wakePayment } from './wake-payment.ts'
import { phrase } from '#shared/texts/t.ts'

/**
 * Takes a webhook of the card network. It is only a hint to read the payment anew, so order and repeats do not
 * matter, and an event about something that is not ours is noted and ignored. Throws Forbidden when badly signed.
 */
export async function receiveEvent(
  rawBody: string,
  headers: Record<string, unknown>,
): Promise<void> {
  const event = await cardNetwork().readEvent(rawBody, headers)
  if (!event) throw new Forbidden(phrase('The signature is not valid.'))
  await transaction(async () => {
    const jobId = event.paymentId ? await jobOfPayment(event.paymentId) : null
    const { id: eventId, type, paymentId } = event
    const stored = await db()
      .insert(providerEvents)
      .values({ eventId, type, paymentId, jobId })
      .onConflictDoNothing()
      .returning({ eventId: providerEvents.eventId })
    if (stored.length === 0 || !jobId) return
    await db()
      .update(paymentAccounts)
      .set({ syncAt: now() })
      .where(eq(paymentAccounts.jobId, jobId))
    await wakePayment(jobId)
  })
}

async function jobOfPayment(paymentId: string): Promise<string | null> {
  const held = db()
    .select({ jobId: paymentHolds.jobId })
    .from(paymentHolds)
    .where(eq(paymentHolds.paymentId, paymentId))
  const taken = db()
    .select({ jobId: paymentCaptures.jobId })
    .from(paymentCaptures)
    .where(eq(paymentCaptures.paymentId, paymentId))
  const [row] = [...(await held), ...(await taken)]
  return row?.jobId ?? null
}
