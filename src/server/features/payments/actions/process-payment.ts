import { now } from '#server/base/clock.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { paymentStateOf } from '../orchestrator/payment-state.ts'
import { type CardForm, chargeIntent, enteredBy } from '../orchestrator/payment-intents.ts'
import { payWithToken } from './pay-with-token.ts'
import type { CardAnswer } from './pre-authorize.ts'

/**
 * Charges a card exactly what is still due, before or after the visit. Throws NotFound, and what `payWithToken`
 * throws.
 */
export async function processPayment(person: Person, form: CardForm): Promise<CardAnswer> {
  await loadJob(person, form.jobId, mayManageBooking)
  const account = await payWithToken(enteredBy(person, form), chargeIntent)
  const amount = formatCents(centsFromDecimal(form.amount) ?? 0)
  return {
    success: true,
    state: paymentStateOf(account, now()),
    message: t('Payment of {amount} processed successfully', { amount }),
  }
}
