import { now } from '#server/base/clock.ts'
import { loadJob } from '#server/reads/visits.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { paymentStateOf } from '../orchestrator/payment-state.ts'
import { type CardForm, chargeIntent } from '../orchestrator/payment-intents.ts'
import { givenCard } from './given-card.ts'
import { payWithCard } from './pay-with-card.ts'
import type { CardAnswer } from './pre-authorize.ts'

/**
 * Charges a card exactly the amount still due, before or after the visit. Throws NotFound, and everything `payWithCard`
 * throws.
 */
export async function processPayment(person: Person, form: CardForm): Promise<CardAnswer> {
  await loadJob(person, form.jobId, mayManageBooking)
  const account = await payWithCard(await givenCard(person, form), chargeIntent)
  const amount = formatCents(centsFromDecimal(form.amount) ?? 0)
  return {
    success: true,
    state: paymentStateOf(account, now()),
    message: t('Payment of {amount} processed successfully', { amount }),
  }
}
