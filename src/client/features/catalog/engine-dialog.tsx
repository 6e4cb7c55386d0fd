import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh } from '#client/app/queries.ts'
import { type Engine, EngineFields } from '#shared/contract/engines.ts'
import { oilTypes } from '#shared/rules/oil.ts'
import { t, translate } from '#shared/texts/t.ts'
import { RecordHistory } from './change-history.tsx'
import { useRecordForm } from './use-record.ts'

const add = 'POST /api/admin/engines'
const change = 'PATCH /api/admin/engines/{id}'
const nothing: Partial<Engine> = { oilType: 'full_synthetic' }

interface EngineDialogProps {
  /** Undefined adds a new one. */
  engine?: Engine
  onClose: () => void
}

/** Edits an engine's oil facts; the office's entries override the built-in data. */
export default function EngineDialog({ engine, onClose }: EngineDialogProps) {
  const { record, adding, changing, form } = useRecordForm('engine', engine ?? nothing)
  return (
    <DialogForm
      send={({ filters = '', source = '', ...fields }) => {
        const lines = filters.split('\n').map((line) => line.trim())
        const body = {
          ...fields,
          filters: lines.filter(Boolean),
          drainPlugTorque: fields.drainPlugTorque ?? null,
        }
        if (!record.id) return callAndRefresh(add, { body: { ...body, source }, ...adding })
        return callAndRefresh(change, { body: { ...body, ...(source && { source }) }, ...changing })
      }}
      {...form}
      schema={EngineFields}
      defaultValues={{
        make: record.make ?? '',
        model: record.model ?? '',
        ...(record.yearFrom !== undefined && { yearFrom: record.yearFrom }),
        ...(record.yearTo !== undefined && { yearTo: record.yearTo }),
        engine: record.engine ?? '',
        ...(record.quarts !== undefined && { quarts: record.quarts }),
        viscosity: record.viscosity ?? '',
        oilType: record.oilType ?? 'full_synthetic',
        // The source of built-in data doesn't apply to the office's correction.
        source: record.isOwn || record.original ? (record.source ?? '') : '',
        filters: record.filters?.join('\n') ?? '',
        drainPlugTorque: record.drainPlugTorque ?? null,
        drainPlugWasher: record.drainPlugWasher ?? '',
        oilReset: record.oilReset ?? '',
      }}
      onClose={onClose}
      title={
        engine ? t('Correct {name}', { name: `${engine.make} ${engine.model}` }) : t('Add Engine')
      }
      description={t('Applies to the next car at once, and to saved cars shortly after.')}
      successToast={{ title: t('Success'), description: t('Engine saved') }}
    >
      {({ TextField, TextAreaField, NumberField, SelectField }) => (
        <>
          <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
            <TextField name="make" label={t('Make')} />
            <TextField name="model" label={t('Model')} hint={t('Separate several with slashes')} />
            <NumberField name="yearFrom" label={t('First year')} />
            <NumberField name="yearTo" label={t('Last year')} />
          </div>
          <TextField
            name="engine"
            label={t('Engine')}
            hint={t('Size first, then T for turbo and D for diesel: 6.6L V8 T D Duramax')}
          />
          <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
            <NumberField
              name="quarts"
              label={t('Quarts with a filter')}
              inputMode="decimal"
              after={t('qt')}
            />
            <TextField name="viscosity" label={t('Viscosity')} placeholder="0W-20" />
          </div>
          <SelectField
            name="oilType"
            label={t('Oil type')}
            options={oilTypes.map(({ value, label }) => ({ value, label: translate(label) }))}
          />
          <fieldset className="space-y-4">
            <legend className="mb-2 font-semibold">{t('For the technician')}</legend>
            <TextAreaField
              name="filters"
              label={t('Filters')}
              rows={2}
              hint={t('Brand and part number, one per line, for example: Fram PH7317')}
            />
            <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2">
              <NumberField
                name="drainPlugTorque"
                label={t('Torque of the drain plug')}
                inputMode="decimal"
                after={t('ft-lb')}
              />
              <TextField
                name="drainPlugWasher"
                label={t('Washer of the drain plug')}
                placeholder="M14"
              />
            </div>
            <TextAreaField name="oilReset" label={t('Resetting the oil light')} rows={2} />
          </fieldset>
          <TextField
            name="source"
            label={t('Source')}
            hint={t('Where you read it: the manual, the dipstick …')}
          />
          {record.id && <RecordHistory call="GET /api/admin/engines/{id}" id={record.id} />}
        </>
      )}
    </DialogForm>
  )
}
