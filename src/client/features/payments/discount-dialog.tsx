import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { amount, requiredLine } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { centsFromDecimal, centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { discountCents } from '#shared/rules/visit-cost.ts'
import { callThem } from '#shared/rules/reach.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'

const Form = z.strictObject({
  discount: amount(text('Enter the discount in dollars, 0 for none')),
  reason: requiredLine(text('Please give a reason'), 200),
})

export default function DiscountDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { number, customer, cost, heldAmount } = job
  const given = discountCents(
    (cost.feesAndDiscounts ?? []).map(({ kind, amount: by }) => ({
      kind,
      cents: centsFromDollars(Number(by)),
    })),
  )
  const mostCents = (centsFromDecimal(cost.amount) ?? 0) + given
  const name = customer.name || t('The customer')
  return (
    <DialogForm
      call="PATCH /api/jobs/{id}"
      input={(body) => ({
        params: { id: job.id },
        body: { ...body, seen: { finalAmount: cost.amount } },
      })}
      schema={Form}
      defaultValues={{ discount: given > 0 ? decimalFromCents(given) : '', reason: '' }}
      onClose={onClose}
      size="small"
      title={t('Discount on {number}', { number })}
      description={[
        t('It costs {amount}.', { amount: formatAmount(cost.amount) }),
        ...(given > 0
          ? [
              t('The current discount is {amount}. A new one replaces it; 0 removes it.', {
                amount: formatCents(given),
              }),
            ]
          : []),
        callThem(job.customer) ?? t('{name} is notified, with your reason.', { name }),
      ].join(' ')}
      submitLabel={({ discount = '' }) => {
        const cents = centsFromDecimal(discount)
        if (cents === undefined || cents > mostCents) return t('Give a discount')
        return cents === 0
          ? t('Take the discount away')
          : t('Take {amount} off', { amount: formatCents(cents) })
      }}
      failureTitle={t('The discount was not given')}
      successToast={({ finalAmount }) => ({
        title: t('{number} costs {amount} now', { number, amount: formatAmount(finalAmount) }),
        description: callThem(job.customer) ?? t('The customer is notified.'),
      })}
    >
      {({ MoneyField, TextField }, { discount = '' }) => (
        <>
          <MoneyField
            name="discount"
            label={t('Discount')}
            hint={cost.salesTax && t('Off the whole price, sales tax included.')}
          />
          <p className="text-sm text-soft" aria-live="polite">
            {describeMoney(discount, mostCents, heldAmount)}
          </p>
          <TextField name="reason" label={t('Reason, as the customer reads it')} />
        </>
      )}
    </DialogForm>
  )
}

function describeMoney(typed: string | number, mostCents: number, held: string | null): string {
  const cents = centsFromDecimal(typed)
  if (cents === undefined) return t('Up to {most}.', { most: formatCents(mostCents) })
  if (cents > mostCents)
    return t('The visit costs {amount}. A discount cannot be more than that.', {
      amount: formatCents(mostCents),
    })
  const amounts = { amount: formatCents(mostCents - cents) }
  return [
    t('The new price is {amount}.', amounts),
    ...(held
      ? [
          t('Only that amount is charged to the card; the rest of the {held} hold is released.', {
            held: formatAmount(held),
          }),
        ]
      : []),
  ].join(' ')
}
