import { clsx } from 'clsx'
import type { ComponentPropsWithRef } from 'react'
import { controlStyle, useFieldProps } from './field.tsx'

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
