import { clsx } from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { controlStyle, useFieldProps } from './field.tsx'

interface TextInputProps extends ComponentPropsWithRef<'input'> {
  before?: ReactNode
  after?: ReactNode
  /** Plates and VINs: monospace capitals. */
  plate?: boolean
}

export function TextInput({ before, after, plate, className, ...rest }: TextInputProps) {
  const input = (
    <input
      type="text"
      {...useFieldProps(rest)}
      {...rest}
      {...(plate && { autoCapitalize: 'characters', autoCorrect: 'off', spellCheck: false })}
      className={clsx(
        controlStyle,
        'min-h-11 read-only:bg-sunken',
        before && (typeof before === 'string' ? 'pl-7.5' : 'pl-10'),
        after && 'pr-12',
        // Its calendar button's focus does not match `:focus-visible` from outside.
        rest.type === 'date' && 'focus-within:outline-2 focus-within:outline-amber',
        plate && 'font-mono tracking-wider uppercase placeholder:tracking-normal',
        className,
      )}
    />
  )
  if (!before && !after) return input
  return (
    <span className="relative block">
      {before && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-soft">
          {before}
        </span>
      )}
      {input}
      {after && (
        <span className="absolute inset-y-0 right-3 flex items-center text-soft">{after}</span>
      )}
    </span>
  )
}
