import { now } from '#server/base/clock.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { loadSavedCard } from '../queries/saved-cards.ts'
import { dueOf, netOf, unchanged } from '../orchestrator/payment-account.ts'
import { holdIntent, openIntent } from '../orchestrator/payment-intents.ts'
import { changePaymentAccount } from './change-payment-account.ts'
import { wakePayment } from './wake-payment.ts'

/**
 * Puts one of a customer's saved cards on a visit just booked in the current transaction; the hold follows in the background
 * as for every card. Throws NotFound.
 */
export async function putSavedCardOn(
  jobId: string,
  { customerId, cardId }: { customerId: string; cardId: string },
): Promise<void> {
  const card = await loadSavedCard(customerId, cardId)
  await changePaymentAccount(jobId, (account) => {
    const cents = dueOf(account) - netOf(account)
    if (cents <= 0) return unchanged(account)
    const amount = decimalFromCents(cents)
    return openIntent(account, { jobId, amount, card, enteredBy: null }, holdIntent, now())
  })
  await wakePayment(jobId)
}
