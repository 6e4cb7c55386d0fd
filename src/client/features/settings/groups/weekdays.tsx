import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { weekdayNames } from '#shared/rules/service-days.ts'
import { translate } from '#shared/texts/t.ts'

interface WeekdaysProps {
  label: string
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
  error: string | undefined
}

/** Days of the week, to be chosen from. */
export function Weekdays({ label, chosen, onChange, error }: WeekdaysProps) {
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
