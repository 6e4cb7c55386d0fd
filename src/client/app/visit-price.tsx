import { useBusiness } from '#client/app/session.ts'
import { LinkButton } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Cost } from '#shared/contract/costs.ts'
import type { Job } from '#shared/contract/jobs.ts'
import {
  describeAdjustments,
  describeIncludedTax,
  describeMoney,
  withSalesTax,
} from '#shared/rules/cost-words.ts'
import { paths } from '#shared/rules/paths.ts'
import { hasReceipt } from '#shared/rules/payments.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export function VisitPrice({ cost, className }: { cost: Cost; className?: string }) {
  const before = withSalesTax(cost)
  return (
    <>
      {before !== cost.amount && (
        <>
          <s>
            <span className="sr-only">{t('Before:')} </span>
            <Money amount={before} className="text-soft" />
          </s>{' '}
        </>
      )}
      <Money amount={cost.amount} className={className ?? 'font-semibold text-ink'} />
    </>
  )
}

/** A visit's price and payment state; for an imported one its amount, if known, and where that comes from. */
export function VisitMoney({ job, forOffice }: { job: Job; forOffice?: boolean }) {
  const business = useBusiness()
  const isUnknown = job.imported && job.cost.amount === '0.00'
  return (
    <>
      {!isUnknown && (
        <>
          <VisitPrice cost={job.cost} />
          {' · '}
        </>
      )}
      {job.imported
        ? t('From earlier records')
        : describeMoney(job, business, formatAmount, formatDay, { forOffice })}
    </>
  )
}

/** Links to the receipt, if the visit has one. */
export function ReceiptButton({ job }: { job: Job }) {
  if (job.imported || !hasReceipt(job.status, job.paymentState)) return null
  return (
    <LinkButton
      size="small"
      href={paths.receipt(job.id)}
      aria-label={t('Receipt {number}', { number: job.number })}
    >
      {t('Receipt')}
    </LinkButton>
  )
}

/** Price changes, included tax and tip, one per line; nothing when the price is as quoted. */
export function PriceReasons({ cost, className }: { cost: Cost; className?: string }) {
  const reasons = [
    ...describeAdjustments(cost, formatAmount),
    ...describeIncludedTax(cost, formatAmount),
    ...(cost.tip ? [t('Tip: {amount}', { amount: formatAmount(cost.tip) })] : []),
  ]
  return reasons.map((reason, at) => (
    <span key={at} className={className ?? 'block text-sm text-soft'}>
      {reason}
    </span>
  ))
}
