import { VisitTime } from '#client/app/visit-time.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { adjustmentLabel, changesOf, describeAdjustments, isEnd } from '#shared/rules/cost-words.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export function PaymentFacts({ job, amount }: { job: Job; amount: string }) {
  const isPaid = job.cost.paid !== '0.00'
  return (
    <Card title={t('Service details')}>
      <Facts
        items={[
          {
            label: t('Service'),
            value: (
              <>
                {job.servicePackageName}
                {job.cost.salesTax && (
                  <Money amount={job.totalAmount} className="ml-2 font-semibold" />
                )}
              </>
            ),
          },
          { label: t('Car'), value: vehicleName(job.vehicle) },
          {
            label: t('When'),
            value: <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />,
          },
          { label: t('Where'), value: job.serviceAddress },
          { label: t('Visit'), value: job.number },
          ...job.addons.map((addon) => ({
            label: addon.name,
            value: <Money amount={addon.price} />,
          })),
          ...changesOf(job.cost)
            .filter(({ kind }) => !isEnd(kind))
            .map((adjustment) => ({
              label: adjustmentLabel(adjustment),
              value: <Money amount={adjustment.amount} />,
            })),
          { label: t('Paid'), value: isPaid ? <Money amount={job.cost.paid} /> : null },
          { label: t('Tip'), value: job.cost.tip && <Money amount={job.cost.tip} /> },
        ]}
      />
      <p className="mt-4 flex items-baseline justify-between border-t border-line pt-3">
        <span className="font-semibold">{t('Amount')}</span>
        <Money amount={amount} className="text-2xl font-semibold" />
      </p>
    </Card>
  )
}

/** Describes a visit with a held amount or a card saved for a hold; null for others. */
export function describeHold(job: Job, due: PaymentDue) {
  if (due.state !== 'held' && due.state !== 'card_saved') return null
  const held = due.state === 'held'
  // Nothing is due, so a saved card won't be used.
  if (!held && !centsFromDecimal(due.amount)) return null
  const words = {
    amount: formatAmount(due.heldAmount ?? due.amount),
    day: formatDay(job.scheduledDate),
  }
  return {
    title: held ? t('Your card is set') : t('Your card is saved'),
    text: held
      ? t(
          '{amount} has been pre-authorized. Funds will be captured upon service completion.',
          words,
        )
      : t('{amount} will be reserved one to two days before the visit on {day}.', words),
    changes: describeChanges(job, due),
    card: due.card && cardName(due.card),
  }
}

/** The visit's price and reasons, if it differs from the booking or the hold. */
function describeChanges({ cost }: Job, { heldAmount }: PaymentDue): string[] {
  const reasons = describeAdjustments(cost, formatAmount)
  if (reasons.length === 0 && (heldAmount ?? cost.amount) === cost.amount) return []
  return [t('The price is now {amount}.', { amount: formatAmount(cost.amount) }), ...reasons]
}
