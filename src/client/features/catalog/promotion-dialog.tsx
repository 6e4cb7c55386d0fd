import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh, useCall } from '#client/app/queries.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { type Promotion, PromotionFields } from '#shared/contract/promotions.ts'
import { t } from '#shared/texts/t.ts'
import { RecordHistory } from './change-history.tsx'
import { useRecordForm } from './use-record.ts'

const nothing: Partial<Promotion> = { isActive: true }

const add = 'POST /api/admin/promotions'
const change = 'PATCH /api/admin/promotions/{id}'

interface PromotionDialogProps {
  /** Undefined adds a new one. */
  promotion?: Promotion
  onClose: () => void
}

export default function PromotionDialog({ promotion, onClose }: PromotionDialogProps) {
  const { record, adding, changing, form } = useRecordForm('promotion', promotion ?? nothing)
  return (
    <DialogForm
      send={({ kind, percent, cap, off, ...fields }) => {
        const body = {
          ...fields,
          visitsFrom: fields.visitsFrom || null,
          visitsUntil: fields.visitsUntil || null,
          maxUses: fields.maxUses ?? null,
          maxUsesPerCustomer: fields.maxUsesPerCustomer ?? null,
          ...(kind === 'percent' ? { percent, cap: cap || null } : { off }),
        }
        if (!record.id) return callAndRefresh(add, { body, ...adding })
        return callAndRefresh(change, { body, ...changing })
      }}
      {...form}
      schema={PromotionFields}
      defaultValues={{
        code: record.code ?? '',
        reason: record.reason ?? '',
        kind: record.off ? 'amount' : 'percent',
        percent: record.percent ?? null,
        cap: record.cap ?? null,
        off: record.off ?? null,
        visitsFrom: record.visitsFrom ?? null,
        visitsUntil: record.visitsUntil ?? null,
        maxUses: record.maxUses ?? null,
        maxUsesPerCustomer: record.maxUsesPerCustomer ?? null,
        firstVisitOnly: record.firstVisitOnly ?? false,
        packageIds: record.packageIds ?? [],
        isActive: record.isActive ?? true,
      }}
      onClose={onClose}
      title={promotion ? t('Edit {name}', { name: promotion.code }) : t('Add code')}
      failureText={t('The code could not be saved')}
      successToast={{ title: t('Success'), description: t('The code is saved') }}
    >
      {(
        { TextField, MoneyField, NumberField, DateField, SelectField, SwitchField, ControlField },
        values,
      ) => (
        <>
          <TextField
            name="code"
            label={t('Code')}
            hint={t('Letters, digits and hyphens. Small letters count as capitals.')}
            autoCapitalize="characters"
            spellCheck={false}
          />
          <TextField
            name="reason"
            label={t('Reason')}
            hint={t(
              'For your own use, such as the name of a mailing or a fair. Customers do not see it.',
            )}
          />
          <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
            <SelectField
              name="kind"
              label={t('Takes off')}
              options={[
                { value: 'percent', label: t('A percentage') },
                { value: 'amount', label: t('An amount') },
              ]}
            />
            {values.kind === 'amount' ? (
              <MoneyField name="off" label={t('Amount off')} optional={false} />
            ) : (
              <>
                <NumberField name="percent" label={t('Percent off')} optional={false} />
                <MoneyField name="cap" label={t('At most')} hint={t('Blank: no limit.')} />
              </>
            )}
          </div>
          <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
            <DateField name="visitsFrom" label={t('For visits from')} />
            <DateField name="visitsUntil" label={t('For visits until')} />
            <NumberField
              name="maxUses"
              label={t('Uses in all')}
              hint={t('Each visit counts as one use. Blank: no limit.')}
            />
            <NumberField
              name="maxUsesPerCustomer"
              label={t('Uses per customer')}
              hint={t('Blank: no limit.')}
            />
          </div>
          <ControlField name="packageIds">
            {({ value, onChange }) => <Packages chosen={value ?? []} onChange={onChange} />}
          </ControlField>
          <div>
            <SwitchField
              name="firstVisitOnly"
              label={t('First visit only')}
              description={t('For customers who have no other visit.')}
            />
            <SwitchField
              name="isActive"
              label={t('Switched on')}
              description={t('Off: kept in your list, and not accepted.')}
            />
          </div>
          {record.id && <RecordHistory call="GET /api/admin/promotions/{id}" id={record.id} />}
        </>
      )}
    </DialogForm>
  )
}

interface PackagesProps {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Packages({ chosen, onChange }: PackagesProps) {
  const { data: packages = [] } = useCall('GET /api/admin/service-packages')
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{t('Packages')}</legend>
      <p className="text-sm text-soft">{t('None chosen: for all packages.')}</p>
      <div className="mt-1">
        {packages
          .filter(({ id, isActive }) => isActive || chosen.includes(id))
          .map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
      </div>
    </fieldset>
  )
}
