import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What is said of a visit whose amount is held, or whose card is saved to hold it later; null of any other. */
export function describeHeld(job: Job, due: PaymentDue) {
  const amount = formatAmount(due.heldAmount ?? due.amount)
  const card = due.card && t('{brand} ending in {last4}', due.card)
  if (due.state === 'held')
    return {
      title: t('Your card is set'),
      text: t('{amount} has been pre-authorized. Funds will be captured upon service completion.', {
        amount,
      }),
      card,
    }
  if (due.state !== 'card_saved') return null
  const day = formatDay(job.scheduledDate)
  return {
    title: t('Your card is saved'),
    text: t('{amount} will be reserved one to two days before the visit on {day}.', {
      amount,
      day,
    }),
    card,
  }
}
