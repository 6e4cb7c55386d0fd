import type { ComponentProps } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Select } from '#client/ui/select.tsx'
import { t } from '#shared/texts/t.ts'

interface DateFiltersProps {
  from: string | undefined
  to: string | undefined
  /** Names what the dates filter, and the label of the first one. */
  of?: { name: string; from: string }
  onChange: (dates: { from?: string; to?: string }) => void
}

/** Filters by business-local dates, both inclusive and optional. */
export function DateFilters({ from = '', to = '', of, onChange }: DateFiltersProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-x-3 gap-y-2 max-sm:w-full">
      <legend className="sr-only">{of?.name ?? t('Dates')}</legend>
      <Day
        label={of?.from ?? t('From')}
        value={from}
        max={to}
        onChange={(day) => onChange({ from: day })}
      />
      <Day label={t('date|To')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </fieldset>
  )
}

interface DayProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (day: string) => void
}

function Day({ label, value, min, max, onChange }: DayProps) {
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
      <span aria-hidden="true" className="text-sm text-soft max-sm:min-w-20">
        {label}
      </span>
      <Field label={label} hideLabel className="w-40 max-sm:w-auto max-sm:grow">
        <TextInput
          type="date"
          value={value}
          {...(min && { min })}
          {...(max && { max })}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  )
}

interface FilterSelectProps extends Pick<ComponentProps<typeof Select>, 'options'> {
  label: string
  /** Label of the choice that filters nothing. */
  all: string
  value: string | undefined
  onChange: (value: string) => void
  className: string
}

export function FilterSelect(props: FilterSelectProps) {
  const { label, all, value = '', onChange, className, options } = props
  return (
    <Field label={label} hideLabel className={className}>
      <Select
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={[{ value: '', label: all }, ...options]}
      />
    </Field>
  )
}

/** Shown while something is filtered. */
export function ClearFilters({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  if (!isFiltered) return null
  return (
    <Button variant="quiet" onClick={clear}>
      {t('Clear filters')}
    </Button>
  )
}
