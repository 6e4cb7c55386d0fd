import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { makeChange } from '#client/app/work/make-change.ts'
import { showWorkFailure } from '#client/app/work/show-work-failure.ts'
import { ExtraForm as schema } from '#shared/contract/jobs.ts'
import { type ExtraType, extraTypeIds, extraTypes, needsApproval } from '#shared/rules/extras.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { presetFor } from './extra-draft.ts'
import { QuantityField } from './quantity-field.tsx'

/** Charges something that was not part of the booking. */
export function ExtraForm({ jobId }: { jobId: string }) {
  const { extraApprovalAboveCents: limit } = useBusiness()
  const asks = (price: string | number = '', quantity = 1) =>
    needsApproval((centsFromDecimal(price) ?? 0) * quantity, limit)
  return (
    <PageForm
      schema={schema}
      send={(body) =>
        makeChange({
          jobId,
          change: { kind: 'extra', body, asks: asks(body.unitPrice, body.quantity) },
          refused: showWorkFailure(t('Failed to add extra service. Please try again.')),
          success: { title: t('Success'), description: t('Extra service added successfully') },
        })
      }
      defaultValues={{ unitPrice: '', quantity: 1 }}
      draft={`extra ${jobId}`}
      startAnew
      className="space-y-4"
    >
      {({ SelectField, TextField, MoneyField, ControlField }, values, form) => (
        <>
          <SelectField
            name="serviceType"
            label={t('Service type')}
            big
            placeholder={t('Choose a type')}
            options={extraTypeIds.map((id) => ({
              value: id,
              label: translate(extraTypes[id].label),
            }))}
            onChosen={(type) => {
              const preset = presetFor(type as ExtraType, form.getValues())
              form.setValue('description', preset.description)
              form.setValue('unitPrice', preset.unitPrice)
            }}
          />
          <TextField name="description" label={t('Description')} big />
          <div className="flex flex-wrap items-start gap-4">
            <MoneyField name="unitPrice" label={t('Price each')} className="min-w-32 flex-1" big />
            <ControlField name="quantity">
              {({ value, onChange }) => <QuantityField value={value ?? 1} onChange={onChange} />}
            </ControlField>
          </div>
          {asks(values.unitPrice, values.quantity) && (
            <p className="text-sm text-soft">
              {t('Above {amount} we ask the customer first, and charge it only if they agree.', {
                amount: formatCents(limit),
              })}
            </p>
          )}
          <SubmitButton variant="secondary" wide size="large">
            {t('Add extra')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}
