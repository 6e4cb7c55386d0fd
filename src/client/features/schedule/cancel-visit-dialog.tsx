import { useState } from 'react'
import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { CancellationForm } from '#shared/contract/booking.ts'
import { required } from '#shared/contract/fields.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { describeMoneyForOffice } from '#shared/rules/cancelled-money.ts'
import { feeOfCancelling } from '#shared/rules/fees.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { callThem } from '#shared/rules/reach.ts'
import { formatAmount, formatCents, formatVisit } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'

const Form = z.strictObject({
  reason: required(text('Please give a reason for the cancellation.'), 500),
  fee: CancellationForm.shape.fee,
})

/** For the office: cancels a visit or declines a request, with a reason for the customer. */
export default function CancelVisitDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { number, customer } = job
  const [usual] = useState(() => feeOfCancelling(job, new Date()))
  const isRequest = job.needsConfirmation && isNotStarted(job.status)
  // The fee agreed at booking; without one the dialog asks no fee question.
  const most = decimalFromCents(Math.min(centsOf(job.fees.cancelFee), centsOf(job.cost.amount)))
  const hasFee = most !== '0.00' && !isRequest
  return (
    <DialogForm
      call="POST /api/jobs/{id}/cancel"
      input={({ reason, fee }) => ({
        params: { id: job.id },
        body: { reason, ...(hasFee && fee !== undefined && { fee }) },
      })}
      schema={Form}
      defaultValues={hasFee ? { fee: usual } : {}}
      onClose={onClose}
      danger
      title={isRequest ? t('Decline this request?') : t('Cancel {number}?', { number })}
      description={[
        formatVisit(job.scheduledDate, job.scheduledTime) + '.',
        callThem(customer) ??
          t('{name} is notified, with your reason.', { name: customer.name || t('The customer') }),
        ...(hasFee ? [] : describeMoney(job)),
      ].join(' ')}
      submitLabel={isRequest ? t('Decline') : t('Cancel visit')}
      cancelLabel={t('visit|Keep it')}
      confirm={({ fee }) => {
        const cents = hasFee ? centsOf(fee) : 0
        // The server refuses more than was agreed.
        if (cents === 0 || cents > centsOf(most)) return null
        const amount = formatCents(cents)
        return {
          title: t('Cancel {number} and charge {amount}?', { number, amount }),
          description: describeMoney(job, fee).join(' '),
          confirmLabel: t('Yes, charge {amount}', { amount }),
          cancelLabel: t('Keep editing'),
          danger: true,
        }
      }}
      successToast={(_, { fee }) => ({
        title: isRequest ? t('{number} is declined', { number }) : t('Visit cancelled'),
        description:
          hasFee && centsOf(fee) > 0
            ? t('{number}, with a fee of {amount}', { number, amount: formatCents(centsOf(fee)) })
            : number,
      })}
      failureTitle={t('Could not cancel')}
    >
      {({ TextAreaField, MoneyField }, { fee }) => (
        <>
          <TextAreaField name="reason" label={t('Reason')} rows={3} />
          {hasFee && (
            <>
              <MoneyField
                name="fee"
                label={t('Fee')}
                hint={t(
                  'By the policy it is {usual} now. Up to {most} was agreed when booking; 0 for no fee.',
                  { usual: formatAmount(usual), most: formatAmount(most) },
                )}
              />
              <p className="text-sm text-soft" aria-live="polite">
                {describeMoney(job, fee).join(' ')}
              </p>
            </>
          )}
        </>
      )}
    </DialogForm>
  )
}

const describeMoney = ({ heldAmount, paidAmount, cost }: Job, fee?: string | number): string[] =>
  describeMoneyForOffice(
    {
      feeCents: centsOf(fee),
      heldCents: centsOf(heldAmount),
      paidCents: centsOf(paidAmount),
      recordedCents: centsOf(cost.recorded),
    },
    formatCents,
  )

const centsOf = (amount: string | number | null | undefined) => centsFromDecimal(amount ?? '') ?? 0
