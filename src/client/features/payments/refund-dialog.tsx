import { optionsOf } from '#client/ui/select.tsx'
import * as z from 'zod/mini'
import { useEffect, useEffectEvent, useState } from 'react'
import { callQuery, queryClient, useWrite } from '#client/app/queries.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { type Payment, RefundForm } from '#shared/contract/payments.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { adjustReasons } from '#shared/rules/payments.ts'
import { callPayer } from '#shared/rules/reach.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'
import { usePresentPayment } from './with-payment.tsx'

/** Field values: a listed reason, or a text for another one. */
const Form = z.strictObject({
  amount: RefundForm.shape.amount,
  reason: z.enum(adjustReasons, text('Choose a reason first')),
  words: z.optional(z.string().check(z.trim(), z.maxLength(200))),
})

interface RefundDialogProps {
  payment: Payment
  isTip?: boolean
  onClose: () => void
}

/**
 * Refunds part or all of a completed payment with a reason, after a confirmation: it can't be undone. The card network is
 * asked first about refunds made in its dashboard.
 */
export default function RefundDialog(props: RefundDialogProps) {
  const { isTip = false } = props
  const [listed] = useState(props.payment)
  const network = useRefresh(listed.jobId)
  const opened = network.data?.payment ?? listed
  const payment = usePresentPayment(opened)
  const { jobId, jobNumber, customerName } = payment
  const { amount, refundableAmount, refundedAmount } = amountsOf(payment, isTip)
  const before = amountsOf(opened, isTip)
  const call = callPayer(payment)
  const isDisputed = payment.disputes?.some(({ state }) => state === 'open' || state === 'inquiry')
  const of = isTip ? { of: 'tip' as const } : {}
  const facts = {
    number: jobNumber,
    customer: customerName,
    amount: formatAmount(amount),
    most: formatAmount(refundableAmount),
  }
  const inDashboard = centsOf(network.data?.refundedInDashboard[isTip ? 'tip' : 'visit'] ?? '')
  const said = (typed: string | number = '') => {
    const cents = centsFromDecimal(typed)
    return cents === undefined ? '' : formatCents(cents)
  }
  return (
    <DialogForm
      call="POST /api/payments/{jobId}/refund"
      input={({ amount: wanted, reason, words }) => ({
        params: { jobId },
        body: {
          amount: wanted,
          reason: (reason === 'other' && words) || reason,
          refundedAmount,
          ...of,
        },
      })}
      schema={Form}
      defaultValues={{ amount: network.isAsking ? '' : refundableAmount }}
      onClose={props.onClose}
      size="small"
      danger
      title={isTip ? t('Refund tip') : t('Refund')}
      description={
        isTip
          ? t('{number} of {customer}: a tip of {amount}', facts)
          : network.isAsking
            ? t('{number} of {customer}: costs {amount}', facts)
            : t('{number} of {customer}: costs {amount}, up to {most} can be refunded', facts)
      }
      submitLabel={({ amount: wanted }) =>
        said(wanted) ? t('Refund {amount}', { amount: said(wanted) }) : t('Refund')
      }
      confirm={({ amount: wanted }) => ({
        title: t('Refund {amount} to {customer}?', {
          amount: said(wanted),
          customer: customerName,
        }),
        description: call
          ? `${t('It goes back to the card that was charged. A refund cannot be undone.')} ${call}`
          : t(
              'It goes back to the card that was charged, and the customer gets your reason. A refund cannot be undone.',
            ),
        confirmLabel: t('Yes, refund {amount}', { amount: said(wanted) }),
        cancelLabel: t('Keep editing'),
        danger: true,
      })}
      disabledReason={() =>
        network.isAsking
          ? t('Asking the card provider about earlier refunds')
          : Number(refundableAmount) === 0 && t('Nothing is left to refund')
      }
      failureTitle={t('Error refunding payment')}
      successToast={(answer, { amount: wanted }) =>
        answer.state === 'refunding'
          ? {
              title: t('Refund of {amount} is under way', { amount: said(wanted) }),
              description: t('The card network has not answered yet. We keep trying.'),
            }
          : {
              title: t('Refunded {amount}', { amount: said(wanted) }),
              description: call ?? t('{number}: the customer was notified.', { number: jobNumber }),
            }
      }
    >
      {({ MoneyField, SelectField, TextField }, { reason }, { formState }) => (
        <>
          {network.isAsking && (
            <p role="status" className="text-sm text-muted">
              {t('Asking the card provider about earlier refunds')}
            </p>
          )}
          {inDashboard > 0 && (
            <Banner live>
              {t(
                '{amount} was already refunded in the card provider’s dashboard. It is subtracted from what is left.',
                { amount: formatCents(inDashboard) },
              )}
            </Banner>
          )}
          {network.isUnreached && (
            <Banner live tone="warning">
              {t(
                'The card provider does not answer, so refunds made in its dashboard may be missing here. It refuses a refund of more than what is left.',
              )}
            </Banner>
          )}
          {refundedAmount !== before.refundedAmount && !formState.isSubmitting && (
            <Banner live tone="warning">
              {t('{amount} has just been refunded, so up to {most} is left.', {
                amount: formatCents(centsOf(refundedAmount) - centsOf(before.refundedAmount)),
                most: facts.most,
              })}
            </Banner>
          )}
          {isDisputed && (
            <Banner tone="warning">
              {t(
                'Part of this payment is disputed. A refund does not end the dispute: if the bank decides for the customer, they get both.',
              )}
            </Banner>
          )}
          <MoneyField
            name="amount"
            label={t('Amount')}
            hint={!isTip && payment.salesTax && t('Its share of the sales tax is refunded too.')}
          />
          <SelectField
            name="reason"
            label={t('Reason')}
            placeholder={t('Choose a reason')}
            options={optionsOf(adjustReasons, statusLabel)}
          />
          {reason === 'other' && (
            <TextField name="words" label={t('In your own words; the customer reads this')} />
          )}
        </>
      )}
    </DialogForm>
  )
}

/** Asks the card network once about a payment, so refunds made in its dashboard are booked before more is refunded. */
function useRefresh(jobId: string) {
  const { mutate, data, isError } = useWrite('POST /api/payments/{jobId}/refresh', {
    onSuccess: ({ payment }) =>
      queryClient.setQueryData(
        callQuery('GET /api/payments/{jobId}', { params: { jobId } }).queryKey,
        payment,
      ),
  })
  const ask = useEffectEvent(() => mutate({ params: { jobId } }))
  useEffect(() => ask(), [])
  return { data, isAsking: !data && !isError, isUnreached: isError || data?.answered === false }
}

const amountsOf = (payment: Payment, isTip: boolean) => (isTip && payment.tip) || payment

const centsOf = (amount: string): number => centsFromDecimal(amount) ?? 0

export const RefundTipDialog = (props: Omit<RefundDialogProps, 'isTip'>) => (
  <RefundDialog {...props} isTip />
)
