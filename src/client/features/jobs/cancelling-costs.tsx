import { centsFromDecimal } from '#shared/rules/money.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'

/** What becomes of the money when its customer cancels a visit; nothing where there is none. */
export function CancellingCosts({ job, fee }: { job: Job; fee: string }) {
  const [feeCents, heldCents] = [fee, job.heldAmount ?? '0.00'].map(
    (one) => centsFromDecimal(one) ?? 0,
  )
  const amount = formatAmount(job.heldAmount ?? '0.00')
  if (!feeCents)
    return heldCents ? (
      <p className="text-sm text-soft">
        {t('The {amount} reserved on your card is released; nothing is charged.', { amount })}
      </p>
    ) : null
  return (
    <p>
      <strong className="font-semibold">
        {t('Cancelling now costs {fee}.', { fee: formatCents(feeCents) })}
      </strong>{' '}
      {heldCents && heldCents > feeCents
        ? t('It is taken from the {amount} reserved on your card; the rest is released.', {
            amount,
          })
        : null}
    </p>
  )
}
