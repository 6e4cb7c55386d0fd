import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { InvoicePaymentForm } from '#shared/contract/payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const { amount, note } = InvoicePaymentForm.shape
const Form = z.strictObject({ amount, note })

export interface Invoiced {
  id: string
  number: string
  cost: { amount: string; paid: string; due: string }
}

interface InvoicePaymentDialogProps {
  job: Invoiced
  onClose: () => void
  /** Undoes a payment recorded by mistake. */
  isUndo?: boolean
}

export default function InvoicePaymentDialog({ job, onClose, isUndo }: InvoicePaymentDialogProps) {
  return (
    <DialogForm
      call="POST /api/payments/{jobId}/invoice-payment"
      input={(values) => ({
        params: { jobId: job.id },
        body: {
          ...values,
          kind: isUndo ? ('taken_back' as const) : ('received' as const),
          paidAmount: job.cost.paid,
        },
      })}
      schema={Form}
      defaultValues={{ amount: isUndo ? job.cost.paid : job.cost.due, note: '' }}
      onClose={onClose}
      size="small"
      danger={isUndo === true}
      title={isUndo ? t('Take back a recorded payment') : t('Record a payment')}
      description={t('{paid} of {amount} is recorded as paid for {number}.', {
        paid: formatAmount(job.cost.paid),
        amount: formatAmount(job.cost.amount),
        number: job.number,
      })}
      submitLabel={isUndo ? t('Take back') : t('Record')}
      failureTitle={t('Nothing was recorded')}
      successToast={{ title: isUndo ? t('Payment taken back') : t('Payment recorded') }}
    >
      {({ MoneyField, TextField }) => (
        <>
          <MoneyField name="amount" label={t('Amount')} />
          <TextField
            name="note"
            label={isUndo ? t('Why') : t('How it was paid')}
            hint={isUndo ? undefined : t('For example: transfer of November 24, or check 1042.')}
          />
        </>
      )}
    </DialogForm>
  )
}

export const UndoInvoicePaymentDialog = (props: Omit<InvoicePaymentDialogProps, 'isUndo'>) => (
  <InvoicePaymentDialog {...props} isUndo />
)
