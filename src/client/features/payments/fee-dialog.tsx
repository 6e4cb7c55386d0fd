import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { FeeForm } from '#shared/contract/booking.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { describeMoneyForOffice } from '#shared/rules/cancelled-money.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { callThem } from '#shared/rules/reach.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export default function FeeDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { number, customer } = job
  const mostFee = job.feeDecision?.mostFee ?? '0.00'
  return (
    <DialogForm
      call="POST /api/jobs/{id}/fee"
      input={(body) => ({ params: { id: job.id }, body })}
      schema={FeeForm}
      defaultValues={{ fee: mostFee, reason: '' }}
      onClose={onClose}
      title={t('Fee for {number}', { number })}
      description={[
        callThem(customer) ??
          t('{name} is notified.', { name: customer.name || t('The customer') }),
        t('The policy this visit was booked with allows up to {most}; 0 for no fee.', {
          most: formatAmount(mostFee),
        }),
      ].join(' ')}
      submitLabel={({ fee }) => {
        const cents = centsFromDecimal(fee ?? '')
        if (cents === undefined) return t('Decide')
        return cents === 0
          ? t('Charge nothing')
          : t('Charge {amount}', { amount: formatCents(cents) })
      }}
      failureTitle={t('The fee could not be decided')}
      successToast={({ finalAmount }) => ({
        title:
          finalAmount === '0.00'
            ? t('{number} costs nothing', { number })
            : t('{number} costs a fee of {amount}', { number, amount: formatAmount(finalAmount) }),
        description: callThem(customer) ?? t('The customer is notified.'),
      })}
    >
      {({ MoneyField, TextAreaField }, { fee }) => (
        <>
          <MoneyField name="fee" label={t('Fee')} />
          <p className="text-sm text-soft" aria-live="polite">
            {describeMoney(job, fee)}
          </p>
          <TextAreaField name="reason" label={t('Reason, as the customer reads it')} rows={2} />
        </>
      )}
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
