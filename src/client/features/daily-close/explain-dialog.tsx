import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type CloseDifference, ExplanationForm } from '#shared/contract/daily-close.ts'
import { differenceLabels } from '#shared/rules/daily-close.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface ExplainDialogProps {
  date: string
  difference: CloseDifference
  onClose: () => void
}

export default function ExplainDialog({ date, difference, onClose }: ExplainDialogProps) {
  const { id, kind, here, there } = difference
  return (
    <DialogForm
      call="POST /api/admin/close/explain"
      input={({ note }) => ({ body: { date, id, here, there, note } })}
      schema={ExplanationForm}
      defaultValues={{ note: '' }}
      onClose={onClose}
      size="small"
      title={t('Explain the difference')}
      description={t('{difference}: ledger {here}, card network {there}.', {
        difference: translate(differenceLabels[kind]),
        here: formatAmount(here),
        there: formatAmount(there),
      })}
      submitLabel={t('Explain')}
      failureTitle={t('Could not be explained')}
      successToast={{
        title: t('Explained'),
        description: t('Saved with the day, with your name.'),
      }}
    >
      {({ TextAreaField }) => <TextAreaField name="note" label={t('What it is')} rows={3} />}
    </DialogForm>
  )
}
