import { now } from '#server/base/clock.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { stateOf } from '../planner/project.ts'
import { type CardForm, wishCharge } from '../planner/wishes.ts'
import { payWithToken } from './pay-with-token.ts'
import type { CardAnswer } from './pre-authorize.ts'

/**
 * Charges a card exactly what is still due, before or after the visit. Throws NotFound, and what `payWithToken`
 * throws.
 */
export async function processPayment(person: Person, form: CardForm): Promise<CardAnswer> {
  await loadJob(person, form.jobId, mayManageBooking)
  const facts = await payWithToken(form, wishCharge)
  const amount = formatCents(centsFromDecimal(form.amount) ?? 0)
  return {
    success: true,
    state: stateOf(facts, now()),
    message: t('Payment of {amount} processed successfully', { amount }),
  }
}
