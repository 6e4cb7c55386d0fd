import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { confirmRecord } from './confirm-record.ts'
import { RecordForm } from '#shared/contract/payments.ts'
import { recordedMethodLabels, recordedMethods } from '#shared/rules/recorded-payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface RecordPaymentDialogProps {
  job: { id: string; number: string; cost: { amount: string; paid: string; due: string } }
  onClose: () => void
}

/** Records a payment made in cash, by check or otherwise without the card network. */
export default function RecordPaymentDialog({ job, onClose }: RecordPaymentDialogProps) {
  const { today } = useBusiness()
  const { amount, paid, due } = job.cost
  return (
    <DialogForm
      call="POST /api/payments/{jobId}/record"
      input={(body) => ({ params: { jobId: job.id }, body })}
      schema={RecordForm}
      defaultValues={{ amount: due, method: 'cash', reference: '', receivedOn: today }}
      onClose={onClose}
      size="small"
      title={t('Record a payment')}
      description={t('{paid} of {amount} is paid for {number}.', {
        paid: formatAmount(paid),
        amount: formatAmount(amount),
        number: job.number,
      })}
      submitLabel={t('Record')}
      insist={confirmRecord}
      failureTitle={t('Nothing was recorded')}
      successToast={{ title: t('Payment recorded') }}
    >
      {({ MoneyField, SelectField, TextField, DateField }, { method }) => (
        <>
          <MoneyField name="amount" label={t('Amount')} />
          <SelectField
            name="method"
            label={t('How it was paid')}
            options={recordedMethods.map((value) => ({
              value,
              label: translate(recordedMethodLabels[value]),
            }))}
          />
          <TextField
            name="reference"
            label={method === 'check' ? t('Check number') : t('Reference')}
          />
          <DateField name="receivedOn" label={t('Received on')} max={today} />
        </>
      )}
    </DialogForm>
  )
}
