import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type Payment, TakeBackForm } from '#shared/contract/payments.ts'
import { paidBy } from '#shared/rules/recorded-payments.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface TakeBackDialogProps {
  payment: Payment
  record: Payment['recorded'][number]
  onClose: () => void
}

/** Takes back a payment that was recorded by mistake, did not go through, or was given back. */
export default function TakeBackDialog({ payment, record, onClose }: TakeBackDialogProps) {
  const { jobId, card } = payment
  return (
    <DialogForm
      call="DELETE /api/payments/{jobId}/record/{id}"
      input={(body) => ({ params: { jobId, id: record.id }, body })}
      schema={TakeBackForm}
      defaultValues={{ reason: '' }}
      onClose={onClose}
      size="small"
      danger
      title={t('Take back {amount}', { amount: formatAmount(record.amount) })}
      description={[
        t(
          '{paid}, {date}. It no longer counts as paid, so it may be due again. It stays in the history.',
          { paid: paidBy(record.method), date: formatDay(record.receivedOn) },
        ),
        card
          ? t('The customer is notified, and {card} is charged for what is then due.', {
              card: cardName(card),
            })
          : t('The customer is notified, with your reason.'),
      ].join(' ')}
      submitLabel={t('Take back')}
      failureTitle={t('Nothing was taken back')}
      successToast={{ title: t('Payment taken back') }}
    >
      {({ TextField }) => (
        <TextField
          name="reason"
          label={t('Why, as the customer reads it')}
          hint={t('For example: the check bounced, a mistake, given back to the customer.')}
        />
      )}
    </DialogForm>
  )
}
