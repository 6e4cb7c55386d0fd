import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { GiveBackForm, type Payment } from '#shared/contract/payments.ts'
import { recordedMethodLabels, recordedMethods } from '#shared/rules/recorded-payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { confirmRecord } from './confirm-record.ts'

interface GiveBackDialogProps {
  payment: Payment
  onClose: () => void
}

/** Records money given back to the customer without the card network. */
export default function GiveBackDialog({ payment, onClose }: GiveBackDialogProps) {
  const { today } = useBusiness()
  const { jobId, jobNumber, recorded, toReturn = '0.00', returnable = '0.00' } = payment
  const last = recorded.findLast(({ takenBack }) => !takenBack)
  return (
    <DialogForm
      call="POST /api/payments/{jobId}/record"
      input={(body) => ({ params: { jobId }, body })}
      schema={GiveBackForm}
      defaultValues={{
        amount: toReturn === '0.00' ? returnable : toReturn,
        method: last?.method ?? 'cash',
        reference: '',
        receivedOn: today,
        givenBack: '',
      }}
      onClose={onClose}
      size="small"
      title={t('Give money back for {number}', { number: jobNumber })}
      description={t(
        '{excess} was paid too much. You can give back up to {most}: more than was paid too much lowers the price.',
        { excess: formatAmount(toReturn), most: formatAmount(returnable) },
      )}
      submitLabel={t('Record')}
      insist={confirmRecord}
      failureTitle={t('Nothing was recorded')}
      successToast={{ title: t('Recorded: money given back') }}
    >
      {({ MoneyField, SelectField, TextField, DateField }, { method }) => (
        <>
          <MoneyField name="amount" label={t('Amount')} />
          <SelectField
            name="method"
            label={t('How it is given back')}
            options={recordedMethods.map((value) => ({
              value,
              label: translate(recordedMethodLabels[value]),
            }))}
          />
          <TextField
            name="reference"
            label={method === 'check' ? t('Check number') : t('Reference')}
          />
          <DateField name="receivedOn" label={t('Given back on')} max={today} />
          <TextField name="givenBack" label={t('Why, as the customer reads it')} />
        </>
      )}
    </DialogForm>
  )
}
