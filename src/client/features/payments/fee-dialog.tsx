import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { FeeForm } from '#shared/contract/booking.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { describeMoneyForOffice } from '#shared/rules/cancelled-money.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { callThem } from '#shared/rules/reach.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/**
 * Sets the fee of a visit that was cancelled or could not be done, the first time or again. The customer
 * has to approve a fee above the one they agreed to.
 */
export default function FeeDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { number, customer } = job
  const isFirst = job.feeDecision !== null
  const agreedFee = job.agreedFee ?? '0.00'
  const partsOf = (fee: string | number | undefined) => {
    const cents = centsFromDecimal(fee ?? '')
    const agreedCents = centsFromDecimal(agreedFee) ?? 0
    if (cents === undefined) return undefined
    return {
      now: formatCents(Math.min(cents, agreedCents)),
      more: formatCents(cents - agreedCents),
      cents,
      asks: cents > agreedCents,
    }
  }
  return (
    <DialogForm
      call="POST /api/jobs/{id}/fee"
      input={(body) => ({
        params: { id: job.id },
        body: {
          ...body,
          seenFee: job.cost.fee,
          ...(partsOf(body.fee)?.asks && { askCustomer: true }),
        },
      })}
      schema={FeeForm}
      defaultValues={{ fee: isFirst ? agreedFee : job.cost.fee, reason: '' }}
      onClose={onClose}
      title={t('Fee for {number}', { number })}
      description={[
        callThem(customer) ??
          t('{name} is notified.', { name: customer.name || t('The customer') }),
        t('The customer agreed to up to {most}; 0 for no fee.', {
          most: formatAmount(agreedFee),
        }),
      ].join(' ')}
      submitLabel={({ fee }) => {
        const parts = partsOf(fee)
        if (parts === undefined) return t('Decide')
        if (parts.asks) return t('Ask for {amount}', { amount: formatCents(parts.cents) })
        return parts.cents === 0
          ? t('Charge nothing')
          : t('Charge {amount}', { amount: formatCents(parts.cents) })
      }}
      failureTitle={t('The fee could not be decided')}
      successToast={({ finalAmount }, { fee }) => {
        const parts = partsOf(fee)
        return {
          title:
            finalAmount === '0.00'
              ? t('{number} costs nothing', { number })
              : t('{number} costs a fee of {amount}', {
                  number,
                  amount: formatAmount(finalAmount),
                }),
          description: parts?.asks
            ? t('The customer is asked for {amount} more.', { amount: parts.more })
            : (callThem(customer) ?? t('The customer is notified.')),
        }
      }}
    >
      {({ MoneyField, TextAreaField }, { fee }) => {
        const parts = partsOf(fee)
        return (
          <>
            <MoneyField name="fee" label={t('Fee')} />
            <p className="text-sm text-soft" aria-live="polite">
              {parts?.asks
                ? t(
                    '{now} is what the customer agreed to. The other {more} is charged only if they approve it on their visit’s page.',
                    parts,
                  )
                : describeMoney(job, fee)}
            </p>
            <TextAreaField
              name="reason"
              label={t('Reason, as the customer reads it')}
              optional={isFirst && !parts?.asks}
              rows={2}
            />
          </>
        )
      }}
    </DialogForm>
  )
}

function describeMoney(
  { heldAmount, paidAmount, cost }: Job,
  fee: string | number | undefined,
): string {
  const [feeCents, heldCents, paidCents, recordedCents] = [
    fee ?? '',
    heldAmount ?? '',
    paidAmount,
    cost.recorded ?? '',
  ].map((amount) => centsFromDecimal(amount) ?? 0)
  const money = { feeCents, heldCents, paidCents, recordedCents }
  return describeMoneyForOffice(money, formatCents).join(' ')
}
