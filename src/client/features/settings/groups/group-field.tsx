import { fields } from '#client/app/form/fields.tsx'
import { highestTaxRateBp } from '#shared/rules/sales-tax.ts'
import type { WeeklyHours } from '#shared/rules/weekly-hours.ts'
import { HoursGrid } from './hours-grid.tsx'
import type { SettingField } from './setting-groups.ts'
import { timeZones } from './time-zones.ts'

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
    case 'percent':
      return (
        <NumberField
          {...{ name, label, hint }}
          type="number"
          inputMode="decimal"
          min={0}
          max={highestTaxRateBp / 100}
          step={0.01}
          after="%"
          className="max-w-80"
        />
      )
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
  }
}
