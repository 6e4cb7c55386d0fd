import { optionsOf } from '#client/ui/select.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh, useCall } from '#client/app/queries.ts'
import { type Product, ProductForm } from '#shared/contract/products.ts'
import { isStocked, productCategories, productConditions } from '#shared/rules/catalog.ts'
import { extraTypeIds, extraTypes } from '#shared/rules/extras.ts'
import { centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { RecordHistory } from './change-history.tsx'
import { TaxableField } from './taxable-field.tsx'
import { useRecordForm } from './use-record.ts'

const nothing: Partial<Product> = { category: 'oil', onSale: true, isActive: true }

const add = 'POST /api/admin/products'
const change = 'PATCH /api/admin/products/{id}'

interface ProductDialogProps {
  /** Undefined adds a new one. */
  product?: Product
  onClose: () => void
}

export default function ProductDialog({ product, onClose }: ProductDialogProps) {
  const { record, latest, adding, changing, form } = useRecordForm('product', product ?? nothing)
  const usual = useCall('GET /api/admin/settings').data?.lowStockAt
  // Negative stock can only be corrected by counting.
  const stock = Math.max(0, record.stockQuantity ?? 0)
  return (
    <DialogForm
      send={({ stockQuantity = 0, ...fields }) => {
        if (!record.id) {
          const body = { ...fields, stockQuantity }
          return callAndRefresh(add, { body, ...adding })
        }
        const counted = stockQuantity !== stock
        const body = {
          ...fields,
          lowStockAt: fields.lowStockAt ?? null,
          extraType: fields.extraType ?? null,
          unitCost: fields.unitCost || null,
          ...(counted && { stockQuantity, seenStock: latest.stockQuantity }),
        }
        return callAndRefresh(change, { body, ...changing })
      }}
      {...form}
      schema={ProductForm}
      defaultValues={{
        name: record.name ?? '',
        category: record.category ?? 'oil',
        price: record.price === undefined ? '' : decimalFromCents(centsFromDollars(record.price)),
        description: record.description ?? '',
        sku: record.sku ?? '',
        inStock: record.onSale ?? true,
        stockQuantity: stock,
        isActive: record.isActive ?? true,
        lowStockAt: record.lowStockAt ?? null,
        extraType: record.extraType ?? null,
        taxable: record.taxable ?? true,
        brand: record.brand ?? '',
        viscosity: record.viscosity ?? '',
        serviceCategory: record.serviceCategory ?? '',
        partNumber: record.partNumber ?? '',
        condition: record.condition ?? 'new',
        unitCost:
          record.unitCost === undefined || record.unitCost === null
            ? null
            : decimalFromCents(centsFromDollars(record.unitCost)),
      }}
      onClose={onClose}
      title={product ? t('Edit {name}', { name: product.name }) : t('Add Product')}
      failureText={t('Failed to save product')}
      successToast={{ title: t('Success'), description: t('Product saved successfully') }}
    >
      {(
        { TextField, TextAreaField, MoneyField, NumberField, SelectField, SwitchField },
        values,
      ) => (
        <>
          <TextField name="name" label={t('Name')} />
          <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
            <SelectField
              name="category"
              label={t('Category')}
              optional={false}
              options={productCategories.map(({ value, label }) => ({
                value,
                label: translate(label),
              }))}
            />
            <MoneyField name="price" label={t('Price')} />
            <TextField name="sku" label={t('SKU')} />
            {isStocked(values.category ?? 'oil') && (
              <NumberField
                name="stockQuantity"
                label={t('Stock quantity')}
                optional={false}
                hint={
                  (record.stockQuantity ?? 0) < 0 &&
                  t('{count} now: more was used than was counted.', {
                    count: formatNumber(record.stockQuantity ?? 0),
                  })
                }
              />
            )}
          </div>
          <TextAreaField name="description" label={t('Description')} rows={2} />
          {isStocked(values.category ?? 'oil') && (
            <fieldset>
              <legend className="mb-2 font-semibold">{t('On receipts')}</legend>
              <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
                <TextField name="brand" label={t('Brand')} />
                {values.category === 'oil' ? (
                  <>
                    <TextField name="viscosity" label={t('Viscosity')} placeholder="5W-30" />
                    <TextField
                      name="serviceCategory"
                      label={t('Service category')}
                      hint={t('As printed on the bottle, for example API SP')}
                    />
                  </>
                ) : (
                  <TextField name="partNumber" label={t('Part number')} />
                )}
                <SelectField
                  name="condition"
                  label={t('Condition')}
                  optional={false}
                  options={productConditions.map(({ value, label }) => ({
                    value,
                    label: translate(label),
                  }))}
                />
                <MoneyField
                  name="unitCost"
                  label={t('What you pay for one')}
                  hint={t('Never shown to customers.')}
                />
              </div>
            </fieldset>
          )}
          {isStocked(values.category ?? 'oil') && (
            <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
              <NumberField
                name="lowStockAt"
                label={t('Low stock at')}
                hint={
                  usual !== undefined &&
                  t('Warn at this quantity or below. Blank: {count}, as for all products.', {
                    count: usual,
                  })
                }
              />
              <SelectField
                name="extraType"
                label={t('Taken by the extra')}
                options={[
                  { value: '', label: t('None') },
                  ...optionsOf(extraTypeIds, (value) => extraTypes[value].label),
                ]}
              />
            </div>
          )}
          <div>
            <SwitchField
              name="inStock"
              label={t('In stock')}
              description={t('Off: it cannot be booked or added, even with stock left.')}
            />
            {isSoldOnItsOwn(values.category) && (
              <TaxableField SwitchField={SwitchField} taxable={record.taxable} />
            )}
            <SwitchField
              name="isActive"
              label={t('On offer')}
              description={t('Off: hidden from customers, kept in your list.')}
            />
          </div>
          {record.id && <RecordHistory call="GET /api/admin/products/{id}" id={record.id} />}
        </>
      )}
    </DialogForm>
  )
}

/** Other categories are charged as extras. */
const isSoldOnItsOwn = (category: Product['category'] | undefined) =>
  category === 'addon' || category === 'service'
