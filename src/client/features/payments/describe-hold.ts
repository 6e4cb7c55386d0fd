import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { describeAdjustments } from '#shared/rules/cost-words.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What is said of a visit whose amount is held, or whose card is saved to hold it later; null of any other. */
export function describeHold(job: Job, due: PaymentDue) {
  if (due.state !== 'held' && due.state !== 'card_saved') return null
  const held = due.state === 'held'
  // A saved card waits for nothing then.
  if (!held && !centsFromDecimal(due.amount)) return null
  const said = {
    amount: formatAmount(due.heldAmount ?? due.amount),
    day: formatDay(job.scheduledDate),
  }
  return {
    title: held ? t('Your card is set') : t('Your card is saved'),
    text: held
      ? t('{amount} has been pre-authorized. Funds will be captured upon service completion.', said)
      : t('{amount} will be reserved one to two days before the visit on {day}.', said),
    changes: describeChanges(job, due),
    card: due.card && cardName(due.card),
  }
}

/** What the visit costs now and why, when that is something else than was booked or is held. */
function describeChanges({ cost }: Job, { heldAmount }: PaymentDue): string[] {
  const reasons = describeAdjustments(cost, formatAmount)
  if (reasons.length === 0 && (heldAmount ?? cost.amount) === cost.amount) return []
  return [t('The price is now {amount}.', { amount: formatAmount(cost.amount) }), ...reasons]
}
