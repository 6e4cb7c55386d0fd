import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh } from '#client/app/queries.ts'
import { type AdminPackage, PackageFields } from '#shared/contract/catalog.ts'
import { centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { oilTypes } from '#shared/rules/oil.ts'
import { t, translate } from '#shared/texts/t.ts'
import { lastOnSaleWarning, useLastOnSale } from './last-on-sale.ts'
import { PackageUses } from './package-uses.tsx'
import { TaxableField } from './taxable-field.tsx'
import { useRecordForm } from './use-record.ts'

const nothing: Partial<AdminPackage> = {
  oilType: 'conventional',
  isActive: true,
  isRecommended: false,
  includedQuarts: 5,
  minutes: 45,
  features: [],
  products: [],
}

const add = 'POST /api/admin/service-packages'
const change = 'PATCH /api/admin/service-packages/{id}'

interface PackageDialogProps {
  /** Undefined adds a new one. */
  offer?: AdminPackage
  onClose: () => void
}

export default function PackageDialog({ offer, onClose }: PackageDialogProps) {
  const { record, adding, changing, form } = useRecordForm('package', offer ?? nothing)
  const isLast = useLastOnSale(record)
  return (
    <DialogForm
      send={({ featureLines = '', ...fields }) => {
        const body = { ...fields, features: featureLines.split('\n').map((line) => line.trim()) }
        if (!record.id) return callAndRefresh(add, { body, ...adding })
        return callAndRefresh(change, { body, ...changing })
      }}
      {...form}
      schema={PackageFields}
      defaultValues={{
        name: record.name ?? '',
        description: record.description ?? '',
        basePrice:
          record.basePrice === undefined
            ? ''
            : decimalFromCents(centsFromDollars(record.basePrice)),
        oilType: record.oilType ?? 'conventional',
        serviceType: record.serviceType ?? 'oil_change',
        featureLines: record.features?.join('\n') ?? '',
        isActive: record.isActive ?? true,
        isRecommended: record.isRecommended ?? false,
        includedQuarts: record.includedQuarts ?? 5,
        minutes: record.minutes ?? 45,
        taxable: record.taxable ?? true,
        products: record.products?.map(({ name: _name, ...use }) => use) ?? [],
      }}
      confirm={({ isActive }) =>
        isLast && isActive === false
          ? {
              title: t('Take the last package off sale?'),
              description: lastOnSaleWarning(),
              confirmLabel: t('Take off sale'),
              danger: true,
            }
          : null
      }
      onClose={onClose}
      size="wide"
      title={offer ? t('Edit {name}', { name: offer.name }) : t('Add Package')}
      description={t('Applies to new bookings. Visits already booked do not change.')}
      failureText={t('Failed to save service package')}
      successToast={{
        title: t('Success'),
        description: t('Service package saved successfully'),
      }}
    >
      {({
        TextField,
        TextAreaField,
        MoneyField,
        NumberField,
        SelectField,
        SwitchField,
        ControlField,
      }) => (
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
          <div className="space-y-4">
            <TextField name="name" label={t('Name')} />
            <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
              <MoneyField name="basePrice" label={t('Base price')} step="0.01" min={0} />
              <NumberField
                name="includedQuarts"
                label={t('Quarts included')}
                inputMode="decimal"
                optional={false}
                after={t('qt')}
              />
            </div>
            <NumberField
              name="minutes"
              label={t('Minutes at the car')}
              optional={false}
              hint={t('Used to plan the drives between visits.')}
            />
            <SelectField
              name="oilType"
              label={t('Oil type')}
              options={oilTypes.map(({ value, label }) => ({ value, label: translate(label) }))}
            />
            <TextField
              name="serviceType"
              label={t('Kind of service')}
              optional={false}
              hint={t('Shown with its name; underscores are shown as spaces.')}
            />
            <TextAreaField name="description" label={t('Description')} rows={2} />
            <TextAreaField
              name="featureLines"
              label={t('Features')}
              hint={t('One per line')}
              rows={5}
            />
          </div>
          <div className="space-y-4">
            <ControlField name="products">
              {({ value, onChange }) => (
                <PackageUses uses={value ?? []} onChange={onChange} names={record.products ?? []} />
              )}
            </ControlField>
            <div>
              <SwitchField
                name="isRecommended"
                label={t('Recommended')}
                description={t(
                  'Shown with a badge and suggested for unknown cars. Only one package can have it.',
                )}
              />
              <TaxableField SwitchField={SwitchField} taxable={record.taxable} />
              <SwitchField
                name="isActive"
                label={t('On sale')}
                description={t('Off: it can no longer be booked.')}
              />
            </div>
          </div>
        </div>
      )}
    </DialogForm>
  )
}
