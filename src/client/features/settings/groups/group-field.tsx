import { fields } from '#client/app/form/fields.tsx'
import type { SettingField } from '#shared/rules/settings.ts'
import type { WeeklyHours } from '#shared/rules/weekly-hours.ts'
import { formatClock } from '#shared/texts/format.ts'
import { translate } from '#shared/texts/t.ts'
import { HoursGrid } from './hours-grid.tsx'
import { UsesFields } from '../uses-fields.tsx'
import { timeZones } from './time-zones.ts'
import { rateInput } from '../rate-input.ts'

// Field names come from data, as does the schema.
const {
  TextField,
  TextAreaField,
  NumberField,
  MoneyField,
  SelectField,
  SwitchField,
  ControlField,
} = fields

export function GroupField({ field }: { field: SettingField }) {
  const { name } = field
  const label = translate(field.label)
  const hint = field.hint && translate(field.hint)
  switch (field.kind) {
    case 'switch':
      return <SwitchField name={name} label={label} description={hint} />
    case 'number': {
      const { min, max, step = 1, orZero } = field
      const after = field.after && translate(field.after)
      return (
        <NumberField
          {...{ name, label, hint, max, step, after }}
          min={orZero ? 0 : min}
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          className="max-w-80"
        />
      )
    }
    case 'percent':
      return <NumberField {...rateInput} {...{ name, label, hint }} className="max-w-80" />
    case 'money':
      return <MoneyField {...{ name, label, hint }} className="max-w-80" />
    case 'text':
      return (
        <TextField
          {...{ name, label, hint }}
          type={field.type}
          autoComplete={field.autoComplete}
          optional={!field.required}
        />
      )
    case 'lines':
      return <TextAreaField {...{ name, label, hint }} optional />
    case 'days':
      return <TextField {...{ name, label, hint }} inputMode="text" className="max-w-80" />
    case 'countries':
      return <TextAreaField {...{ name, label, hint }} />
    case 'hour':
      return <SelectField {...{ name, label, hint }} options={hoursOfDay()} />
    case 'choice': {
      const options = Object.entries(field.options).map(([value, words]) => ({
        value,
        label: translate(words),
      }))
      return <SelectField {...{ name, label, hint }} options={options} />
    }
    case 'timeZone':
      return <SelectField {...{ name, label, hint }} options={timeZones()} />
    case 'weeklyHours':
      return (
        <ControlField name={name}>
          {({ value, onChange, error }) => (
            <HoursGrid
              label={label}
              hours={value as WeeklyHours}
              onChange={onChange}
              error={error}
            />
          )}
        </ControlField>
      )
    case 'uses':
      return <UsesFields />
    case 'own':
      return null
  }
}

const hoursOfDay = () =>
  Array.from({ length: 24 }, (_, hour) => {
    const value = `${String(hour).padStart(2, '0')}:00`
    return { value, label: formatClock(value) }
  })
