import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type Payment, ResolutionForm } from '#shared/contract/payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface ResolveDialogProps {
  payment: Pick<Payment, 'jobId' | 'jobNumber' | 'problems'>
  onClose: () => void
}

/** Records how the payment's oldest unexpected card network event was resolved. */
export default function ResolveDialog({ payment, onClose }: ResolveDialogProps) {
  const { jobId, jobNumber, problems } = payment
  const [problem] = problems
  const { id = '', text = '', stuckAmount = null } = problem ?? {}
  const amount = formatAmount(stuckAmount ?? '0')
  return (
    <DialogForm
      call="POST /api/payments/{jobId}/discrepancies/{discrepancyId}/resolve"
      input={(body) => ({ params: { jobId, discrepancyId: id }, body })}
      schema={ResolutionForm}
      defaultValues={{ note: '' }}
      onClose={onClose}
      size="small"
      title={t('Resolve')}
      description={t('{number}: {problem}', { number: jobNumber, problem: text })}
      submitLabel={t('Resolve')}
      failureTitle={t('Could not be resolved')}
      successToast={{
        title: t('Resolved'),
        description: t('It stays in the history of the visit.'),
      }}
    >
      {({ SelectField, TextAreaField }) => (
        <>
          {stuckAmount !== null && (
            <SelectField
              name="outcome"
              label={t('What happened to {amount}?', { amount })}
              optional={false}
              placeholder={t('Choose what happened to the money')}
              options={[
                { value: 'given_back', label: t('Refunded another way') },
                { value: 'kept', label: t('Kept: no refund is due') },
              ]}
            />
          )}
          <TextAreaField name="note" label={t('What was done, for the office')} rows={3} />
        </>
      )}
    </DialogForm>
  )
}
