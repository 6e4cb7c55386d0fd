import { now } from '#server/base/clock.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { declineMessages } from '#shared/rules/payments.ts'
import { phrase, phraseOf } from '#shared/texts/t.ts'
import { cardNetwork, notAnswering } from '../card-network.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import type { PaymentAccount } from '../orchestrator/payment-account.ts'
import { type CardEntry, openIntent, type PaymentIntent } from '../orchestrator/payment-intents.ts'
import { orchestrateWhileWaiting } from './orchestrate-payment.ts'

/**
 * Opens the operation for a given card and orchestrates until its outcome is known. Throws Conflict (amount or state
 * changed), Invalid with `details.reason` (declined), Unavailable (no card network, or outcome not known yet and retried in
 * the background).
 */
export async function payWithCard(
  entry: CardEntry,
  intent: PaymentIntent,
): Promise<PaymentAccount> {
  cardNetwork()
  await openWhenFree(entry, intent)
  const account = await orchestrateWhileWaiting(entry.jobId)
  if (account.operation) throw notAnswering()
  if (account.lastDecline)
    throw new Invalid(phraseOf(declineMessages[account.lastDecline]), {
      reason: account.lastDecline,
    })
  return account
}

const mostWaits = 3

/** A double click may send two cards: the second waits for the outcome of the first. */
async function openWhenFree(entry: CardEntry, intent: PaymentIntent): Promise<void> {
  for (let wait = 1; wait <= mostWaits; wait++) {
    await orchestrateWhileWaiting(entry.jobId)
    const { busy } = await changePaymentAccount(entry.jobId, (account) =>
      openIntent(account, entry, intent, now()),
    )
    if (!busy) return
  }
  throw new Conflict(
    phrase('A payment for this visit is still going through. Please wait a moment.'),
  )
}
