import { clsx } from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { useFieldProps } from './field.tsx'

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

/** Grows with its content where supported. */
export function TextArea({ className, ...rest }: ComponentPropsWithRef<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...useFieldProps(rest)}
      {...rest}
      className={clsx(
        controlStyle,
        'field-sizing-content wrap-anywhere max-h-80 min-h-22 read-only:bg-sunken',
        className,
      )}
    />
  )
}

/** Shared by inputs, text areas and selects. 16 px on phones, or iOS zooms in on focus. */
export const controlStyle =
  'w-full min-w-0 rounded-control border border-edge bg-card px-3 py-2.5 text-base text-ink placeholder:text-soft hover:border-ink-soft aria-invalid:border-red aria-invalid:bg-red-wash/40 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-soft focus-visible:outline-offset-0'
