import type { Fields } from '#client/app/form/fields.tsx'
import { useBusiness } from '#client/app/session.ts'
import { t } from '#shared/texts/t.ts'

type TaxableFieldProps = Pick<Fields<{ taxable: boolean }>, 'SwitchField'> & {
  taxable: boolean | undefined
}

/** Shown if the business charges sales tax, or if this item is already exempt. */
export function TaxableField({ SwitchField, taxable }: TaxableFieldProps) {
  const { salesTaxRateBp } = useBusiness()
  if (salesTaxRateBp === null && taxable !== false) return null
  return (
    <SwitchField
      name="taxable"
      label={t('Sales tax')}
      description={t('Off: no sales tax is taken on it.')}
    />
  )
}
