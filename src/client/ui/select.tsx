import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { translate } from '#shared/texts/t.ts'
import { controlStyle, useFieldProps } from './field.tsx'

interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

interface SelectProps extends ComponentPropsWithRef<'select'> {
  options: readonly SelectOption[]
  placeholder?: string
}

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        {...useFieldProps(rest)}
        {...rest}
        className={clsx(controlStyle, 'min-h-11 appearance-none truncate pr-10')}
      >
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <svg
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-soft"
        viewBox="0 0 16 16"
        aria-hidden="true"
      >
        <path d="m4 6 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
    </span>
  )
}

/** An option for each value, with its label in the reader's language. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string,
) => values.map((value) => ({ value, label: translate(labelOf(value)) }))
