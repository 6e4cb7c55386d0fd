import { fields } from '#client/app/form/fields.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { weekdayNames } from '#shared/rules/service-days.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { SettingField } from './setting-groups.ts'

// The names of a group come as data, and its schema is made of the same.
const {
  TextField,
  TextAreaField,
  NumberField,
  MoneyField,
  SelectField,
  SwitchField,
  ControlField,
} = fields

/** One setting by its kind. */
export function GroupField({ field }: { field: SettingField }) {
  const { name, label, hint } = field
  switch (field.kind) {
    case 'switch':
      return <SwitchField name={name} label={label} description={hint} />
    case 'number': {
      const { min, max, step = 1, after } = field
      return (
        <NumberField
          {...{ name, label, hint, min, max, step, after }}
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          className="max-w-80"
        />
      )
    }
    case 'money':
      return <MoneyField {...{ name, label, hint }} className="max-w-80" />
    case 'text':
      return (
        <TextField
          {...{ name, label, hint }}
          type={field.type}
          autoComplete={field.autoComplete}
          optional={name !== 'brandName'}
        />
      )
    case 'lines':
      return <TextAreaField {...{ name, label, hint }} optional />
    case 'numbers':
      return <TextField {...{ name, label, hint }} inputMode="text" className="max-w-80" />
    case 'choice':
      return <SelectField {...{ name, label, hint }} options={field.options} />
    case 'timeZone':
      return <SelectField {...{ name, label, hint }} options={timeZones()} />
    case 'weekdays':
      return (
        <ControlField name={name}>
          {({ value, onChange, error }) => (
            <Weekdays label={label} chosen={value as number[]} onChange={onChange} error={error} />
          )}
        </ControlField>
      )
  }
}

interface WeekdaysProps {
  label: string
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  error: string | undefined
}

function Weekdays({ label, chosen, onChange, error }: WeekdaysProps) {
  const days = weekdayNames.map((name, at) => ({ name: translate(name), day: at + 1 }))
  const toggle = (day: number) =>
    onChange(days.map((one) => one.day).filter((one) => chosen.includes(one) !== (one === day)))
  return (
    <fieldset aria-describedby={error ? 'weekdays-error' : undefined}>
      <legend className="font-medium">{label}</legend>
      <div className="mt-1 grid grid-cols-2 gap-x-3 sm:grid-cols-4">
        {days.map(({ name, day }) => (
          <Checkbox
            key={day}
            label={name}
            checked={chosen.includes(day)}
            onChange={() => toggle(day)}
          />
        ))}
      </div>
      {error && <FieldError id="weekdays-error">{error}</FieldError>}
    </fieldset>
  )
}

const first = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** Those of the United States as people say them, then every other. */
export function timeZones() {
  const names: Record<string, string> = {
    'America/New_York': t('Eastern time (New York)'),
    'America/Chicago': t('Central time (Chicago)'),
    'America/Denver': t('Mountain time (Denver)'),
    'America/Phoenix': t('Mountain time without summer time (Phoenix)'),
    'America/Los_Angeles': t('Pacific time (Los Angeles)'),
    'America/Anchorage': t('Alaska time (Anchorage)'),
    'Pacific/Honolulu': t('Hawaii time (Honolulu)'),
  }
  const others = Intl.supportedValuesOf('timeZone').filter((zone) => !first.includes(zone))
  return [...first, ...others].map((zone) => ({
    value: zone,
    label: names[zone] ?? zone.replaceAll('_', ' '),
  }))
}
