import { now } from '#server/base/clock.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Conflict } from '#server/http/errors.ts'
import type { PaymentState } from '#shared/rules/payments.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { phrase, t } from '#shared/texts/t.ts'
import { dueOf, netOf, openHold } from '../orchestrator/payment-account.ts'
import { paymentStateOf } from '../orchestrator/payment-state.ts'
import { type CardForm, holdIntent } from '../orchestrator/payment-intents.ts'
import { givenCard } from './given-card.ts'
import { payWithCard } from './pay-with-card.ts'

export type CardAnswer = { success: true; message: string; state: PaymentState }

/**
 * Saves a card and holds the amount due, at once or shortly before a later visit. Throws NotFound, Conflict for a request
 * the office has not confirmed, and everything `payWithCard` throws.
 */
export async function preAuthorize(person: Person, form: CardForm): Promise<CardAnswer> {
  const job = await loadJob(person, form.jobId, mayManageBooking)
  if (job.needsConfirmation)
    throw new Conflict(
      phrase('This visit is not confirmed yet. There is nothing to pay until then.'),
    )
  const account = await payWithCard(await givenCard(person, form), holdIntent)
  const state = paymentStateOf(account, now())
  const amount = formatCents(openHold(account)?.cents ?? dueOf(account) - netOf(account))
  if (state === 'held')
    return {
      success: true,
      state,
      message: t(
        '{amount} has been pre-authorized. Funds will be captured upon service completion.',
        { amount },
      ),
    }
  if (state === 'card_saved')
    return {
      success: true,
      state,
      message: t('Your card is saved. {amount} will be held one to two days before the visit.', {
        amount,
      }),
    }
  // Cancelled or completed during the card call.
  throw new Conflict()
}
