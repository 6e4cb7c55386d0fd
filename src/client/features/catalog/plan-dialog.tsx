import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh, useCall } from '#client/app/queries.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { type OfficePlan, PlanFields } from '#shared/contract/plans.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { RecordHistory } from './change-history.tsx'
import { useRecordForm } from './use-record.ts'

const nothing: Partial<OfficePlan> = { isActive: true, percent: 10, everyMonths: 6 }

interface PlanDialogProps {
  /** Undefined adds a new one. */
  plan?: OfficePlan
  onClose: () => void
}

/** Adds or changes a plan; changed terms are for new members. */
export default function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const { record, adding, changing, form } = useRecordForm('plan', plan ?? nothing)
  const { data: packages = [] } = useCall('GET /api/admin/service-packages')
  const members = record.members ?? 0
  return (
    <DialogForm
      send={({ kind, percent, keptPrice, ...fields }) => {
        const body = {
          ...fields,
          percent: kind === 'percent' ? percent : null,
          keptPrice: kind === 'kept' ? keptPrice : null,
          firstPercent: fields.firstVisits > 0 ? fields.firstPercent : 0,
        }
        if (!record.id) return callAndRefresh('POST /api/admin/plans', { body, ...adding })
        return callAndRefresh('PATCH /api/admin/plans/{id}', { body, ...changing })
      }}
      {...form}
      schema={PlanFields}
      defaultValues={{
        name: record.name ?? '',
        description: record.description ?? '',
        servicePackageId: record.servicePackageId ?? '',
        addonIds: record.addonIds ?? [],
        everyMonths: record.everyMonths ?? 6,
        everyMiles: record.everyMiles ?? null,
        kind: record.keptPrice ? 'kept' : record.percent ? 'percent' : 'none',
        keptPrice: record.keptPrice ?? null,
        percent: record.percent ?? null,
        firstVisits: record.firstVisits ?? 0,
        firstPercent: record.firstPercent ?? 0,
        termMonths: record.termMonths ?? null,
        isActive: record.isActive ?? true,
      }}
      onClose={onClose}
      title={plan ? t('Edit {name}', { name: plan.name }) : t('Add plan')}
      {...(members > 0 && {
        description: plural(members, {
          one: '{count} member keeps the present price and interval. Changes are for new members.',
          other:
            '{count} members keep the present price and interval. Changes are for new members.',
        }),
      })}
      failureText={t('The plan could not be saved')}
      successToast={{ title: t('Success'), description: t('The plan is saved') }}
    >
      {({ TextField, MoneyField, NumberField, SelectField, SwitchField, ControlField }, values) => (
        <>
          <TextField name="name" label={t('Name')} />
          <TextField
            name="description"
            label={t('Description')}
            hint={t('One sentence for customers.')}
          />
          <SelectField
            name="servicePackageId"
            label={t('Package')}
            options={[
              { value: '', label: t('Please choose') },
              ...packages
                .filter(({ id, isActive }) => isActive || id === record.servicePackageId)
                .map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <ControlField name="addonIds">
            {({ value, onChange }) => <Addons chosen={value ?? []} onChange={onChange} />}
          </ControlField>
          <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
            <NumberField name="everyMonths" label={t('Every so many months')} optional={false} />
            <NumberField
              name="everyMiles"
              label={t('Or miles, if sooner')}
              hint={t('Blank: months only.')}
            />
            <SelectField
              name="kind"
              label={t('Price')}
              options={[
                { value: 'percent', label: t('A discount') },
                { value: 'kept', label: t('A fixed price') },
                { value: 'none', label: t('The price of the day') },
              ]}
            />
            {values.kind === 'kept' && (
              <MoneyField
                name="keptPrice"
                label={t('Price per visit')}
                hint={t('Before sales tax.')}
                optional={false}
              />
            )}
            {values.kind === 'percent' && (
              <NumberField name="percent" label={t('Percent off')} optional={false} />
            )}
            <NumberField
              name="firstVisits"
              label={t('Trial visits')}
              hint={t('0: no trial.')}
              optional={false}
            />
            <NumberField
              name="termMonths"
              label={t('Renews after months')}
              hint={t('Blank: no term. From 12 months on, members get a notice a month ahead.')}
            />
            {Number(values.firstVisits) > 0 && (
              <NumberField
                name="firstPercent"
                label={t('Percent off trial visits')}
                optional={false}
              />
            )}
          </div>
          <SwitchField
            name="isActive"
            label={t('Customers can join')}
            description={t('Off: present members stay.')}
          />
          {record.id && <RecordHistory call="GET /api/admin/plans/{id}" id={record.id} />}
        </>
      )}
    </DialogForm>
  )
}

interface AddonsProps {
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Addons({ chosen, onChange }: AddonsProps) {
  const { data: addons = [] } = useCall('GET /api/addon-services')
  if (addons.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{t('Add-ons of each visit')}</legend>
      <div className="mt-1">
        {addons.map(({ id, name, price }) => (
          <Checkbox
            key={id}
            label={`${name}, ${formatAmount(price)}`}
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
