import { optionsOf } from '#client/ui/select.tsx'
import { useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { useBusiness } from '#client/app/session.ts'
import { AdjustmentForm, type Payment } from '#shared/contract/payments.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { adjustReasons } from '#shared/rules/payments.ts'
import { callPayer } from '#shared/rules/reach.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { usePresentPayment } from './with-payment.tsx'

export default function AdjustPaymentDialog(props: { payment: Payment; onClose: () => void }) {
  const [opened] = useState(props.payment)
  const payment = usePresentPayment(opened)
  const { jobId, jobNumber, customerName, amount: now } = payment
  const call = callPayer(payment)
  const { cardPayments } = useBusiness()
  return (
    <DialogForm
      call="PATCH /api/payments/{jobId}/adjust"
      input={(body) => ({ params: { jobId }, body: { ...body, seenAmount: now } })}
      schema={AdjustmentForm}
      defaultValues={{ amount: '' }}
      onClose={props.onClose}
      size="small"
      title={t('Adjust Payment')}
      description={[
        t('{number} of {customer}, now {amount}', {
          number: jobNumber,
          customer: customerName,
          amount: formatAmount(now),
        }),
        call,
      ]
        .filter(Boolean)
        .join('. ')}
      submitLabel={({ amount = '' }) => {
        const cents = centsFromDecimal(amount)
        return cents === undefined
          ? t('Adjust Payment')
          : t('Adjust to {amount}', { amount: formatCents(cents) })
      }}
      insist={({ details }, body) =>
        asksToConfirm(details)
          ? {
              question: {
                title: t('Really {amount}?', { amount: formatAmount(details.amount) }),
                description: describeLarge(cardPayments, {
                  customer: customerName,
                  quoted: formatAmount(details.quoted),
                }),
                confirmLabel: t('Yes, adjust to {amount}', {
                  amount: formatAmount(details.amount),
                }),
                cancelLabel: t('Keep editing'),
                danger: true,
              },
              values: { ...body, confirmed: true },
            }
          : null
      }
      failureTitle={t('Error adjusting payment')}
      successToast={({ amount }) => ({
        title: t('Payment adjusted successfully'),
        description: [
          t('{number}: {amount}', { number: jobNumber, amount: formatAmount(amount) }),
          call,
        ]
          .filter(Boolean)
          .join('. '),
      })}
    >
      {({ MoneyField, SelectField }, _values, { formState }) => (
        <>
          {now !== opened.amount && !formState.isSubmitting && (
            <Banner live tone="warning">
              {t('It has just changed from {before} to {now}.', {
                before: formatAmount(opened.amount),
                now: formatAmount(now),
              })}
            </Banner>
          )}
          <MoneyField
            name="amount"
            label={t('New amount')}
            placeholder={now}
            hint={payment.salesTax && t('Everything the customer pays, including sales tax.')}
          />
          <SelectField
            name="reason"
            label={t('Reason')}
            placeholder={t('Choose a reason')}
            options={optionsOf(adjustReasons, statusLabel)}
          />
        </>
      )}
    </DialogForm>
  )
}

type LargeChange = { reason: 'confirm'; amount: string; quoted: string }

const asksToConfirm = (details: unknown): details is LargeChange =>
  (details as Partial<LargeChange> | undefined)?.reason === 'confirm'

const describeLarge = (cardPayments: boolean, facts: { customer: string; quoted: string }) =>
  cardPayments
    ? t(
        '{customer} was quoted {quoted}. This is more than three times as much, and it is what their card is charged.',
        facts,
      )
    : t('{customer} was quoted {quoted}. This is more than three times as much.', facts)
