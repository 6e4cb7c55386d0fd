import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type Payment, TakeBackForm } from '#shared/contract/payments.ts'
import { paidBy, recordedMethodLabels } from '#shared/rules/recorded-payments.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface TakeBackDialogProps {
  payment: Payment
  record: Payment['recorded'][number]
  onClose: () => void
}

/** Takes back a payment that was recorded by mistake, did not go through, or was given back. */
export default function TakeBackDialog({ payment, record, onClose }: TakeBackDialogProps) {
  const { jobId, card } = payment
  const amount = formatAmount(record.amount.replace('-', ''))
  const isBack = Number(record.amount) < 0
  const told =
    card && !isBack
      ? t('The customer is notified, and the amount due is charged to {card}.', {
          card: cardName(card),
        })
      : t('The customer is notified, with your reason.')
  const date = formatDay(record.receivedOn)
  return (
    <DialogForm
      call="DELETE /api/payments/{jobId}/record/{id}"
      input={(body) => ({ params: { jobId, id: record.id }, body })}
      schema={TakeBackForm}
      defaultValues={{ reason: '' }}
      onClose={onClose}
      size="small"
      danger
      title={
        isBack ? t('Not given back: {amount}', { amount }) : t('Take back {amount}', { amount })
      }
      description={[
        isBack
          ? t(
              '{method}, {date}. It no longer counts as given back, and the price is what it was before. It stays in the history.',
              { method: translate(recordedMethodLabels[record.method]), date },
            )
          : t(
              '{paid}, {date}. It no longer counts as paid, so it may be due again. It stays in the history.',
              { paid: paidBy(record.method), date },
            ),
        told,
      ].join(' ')}
      submitLabel={t('Take back')}
      failureTitle={t('Nothing was taken back')}
      successToast={{ title: t('Payment taken back') }}
    >
      {({ TextField }) => (
        <TextField
          name="reason"
          label={t('Reason the customer sees')}
          hint={t('For example: the check bounced, a mistake, given back to the customer.')}
        />
      )}
    </DialogForm>
  )
}
