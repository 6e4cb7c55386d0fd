import type { ComponentProps } from 'react'
import type { PageForm } from '#client/app/form/page-form.tsx'
import type { ExtraForm } from '#shared/contract/charges.ts'
import { type ExtraType, extraTypeIds, extraTypes } from '#shared/rules/extras.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { presetFor } from './extra-draft.ts'
import { QuantityField } from './quantity-field.tsx'
import type { useExtras } from './use-extras.ts'

type Fields = ComponentProps<typeof PageForm<typeof ExtraForm>>['children']
type Asking = Pick<ReturnType<typeof useExtras>, 'aboveCents'> & {
  asks: (price: { unitPrice?: string | number; quantity?: number | undefined }) => boolean
}

/** What is charged: the same when it is added and when it is corrected. */
export const extraFields =
  ({ asks, aboveCents }: Asking): Fields =>
  ({ SelectField, TextField, MoneyField, ControlField }, values, form) => (
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
      {asks(values) && (
        <p role="status" className="text-sm text-soft">
          {t(
            'What the customer has not agreed to passes {amount} with this. We ask them first, and charge it only if they agree.',
            { amount: formatCents(aboveCents) },
          )}
        </p>
      )}
    </>
  )
