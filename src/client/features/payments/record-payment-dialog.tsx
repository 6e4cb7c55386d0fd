import { optionsOf } from '#client/ui/select.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { GiveBackForm, type Payment, RecordForm } from '#shared/contract/payments.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import {
  recordableCents,
  type RecordedMethod,
  recordedMethodLabels,
  recordedMethods,
} from '#shared/rules/recorded-payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface RecordPaymentDialogProps {
  job: {
    id: string
    number: string
    cost: Parameters<typeof recordableCents>[0] & { chargedBack?: string | undefined }
  }
  onClose: () => void
}

/** Records a payment made in cash, by check or otherwise without the card network. */
export default function RecordPaymentDialog({ job, onClose }: RecordPaymentDialogProps) {
  const { amount, paid, chargedBack } = job.cost
  return (
    <DirectDialog
      jobId={job.id}
      proposed={decimalFromCents(recordableCents(job.cost))}
      title={t('Record a payment')}
      description={[
        t('{paid} of {amount} is paid for {number}.', {
          paid: formatAmount(paid),
          amount: formatAmount(amount),
          number: job.number,
        }),
        ...(chargedBack
          ? [
              t(
                'The customer’s bank returned {amount} after a dispute: record here what they pay of it.',
                {
                  amount: formatAmount(chargedBack),
                },
              ),
            ]
          : []),
      ].join(' ')}
      onClose={onClose}
    />
  )
}

/** Records money given back to the customer without the card network. */
export function GiveBackDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { jobId, jobNumber, recorded, toReturn = '0.00', returnable = '0.00' } = payment
  return (
    <DirectDialog
      givesBack
      jobId={jobId}
      proposed={toReturn === '0.00' ? returnable : toReturn}
      method={recorded.findLast(({ takenBack }) => !takenBack)?.method}
      title={t('Give money back for {number}', { number: jobNumber })}
      description={t(
        '{excess} was paid too much. You can give back up to {most}: more than was paid too much lowers the price.',
        { excess: formatAmount(toReturn), most: formatAmount(returnable) },
      )}
      onClose={onClose}
    />
  )
}

interface DirectDialogProps {
  jobId: string
  /** Records money given to the customer, with a reason. */
  givesBack?: boolean
  proposed: string
  method?: RecordedMethod | undefined
  title: string
  description: string
  onClose: () => void
}

function DirectDialog({
  jobId,
  givesBack = false,
  proposed,
  method: usual = 'cash',
  ...dialog
}: DirectDialogProps) {
  const { today } = useBusiness()
  const received = { amount: proposed, method: usual, reference: '', receivedOn: today }
  return (
    <DialogForm
      call="POST /api/payments/{jobId}/record"
      input={(body) => ({ params: { jobId }, body })}
      schema={givesBack ? GiveBackForm : RecordForm}
      defaultValues={givesBack ? { ...received, givenBack: '' } : received}
      size="small"
      submitLabel={t('Record')}
      insist={confirmRecord}
      failureTitle={t('Nothing was recorded')}
      successToast={{ title: givesBack ? t('Recorded: money given back') : t('Payment recorded') }}
      {...dialog}
    >
      {({ MoneyField, SelectField, TextField, DateField }, { method }) => (
        <>
          <MoneyField name="amount" label={t('Amount')} />
          <SelectField
            name="method"
            label={givesBack ? t('How it is given back') : t('How it was paid')}
            options={optionsOf(recordedMethods, (value) => recordedMethodLabels[value])}
          />
          <TextField
            name="reference"
            label={method === 'check' ? t('Check number') : t('Reference')}
          />
          <DateField
            name="receivedOn"
            label={givesBack ? t('Given back on') : t('Received on')}
            max={today}
          />
          {givesBack && <TextField name="givenBack" label={t('Reason the customer sees')} />}
        </>
      )}
    </DialogForm>
  )
}

/** Asks before recording a repeat or a payment dated before the booking; null for other refusals. */
function confirmRecord<Body extends object>(
  { details, message }: { details?: unknown; message: string },
  body: Body,
) {
  const { reason } = (details ?? {}) as { reason?: string }
  if (reason !== 'repeat' && reason !== 'confirm') return null
  return {
    question: {
      title: t('Record it anyway?'),
      description: message,
      confirmLabel: t('Yes, record it'),
      cancelLabel: t('Keep editing'),
    },
    values: { ...body, confirmed: true },
  }
}
