import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh } from '#client/app/queries.ts'
import { type Engine, EngineForm } from '#shared/contract/engines.ts'
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
      send={(body) => {
        if (!record.id) return callAndRefresh(add, { body, ...adding })
        return callAndRefresh(change, { body, ...changing })
      }}
      {...form}
      schema={EngineForm}
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
      }}
      onClose={onClose}
      title={
        engine ? t('Correct {name}', { name: `${engine.make} ${engine.model}` }) : t('Add Engine')
      }
      description={t('Applies to the next car at once, and to saved cars shortly after.')}
      successToast={{ title: t('Success'), description: t('Engine saved') }}
    >
      {({ TextField, NumberField, SelectField }) => (
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
