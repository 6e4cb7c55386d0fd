import { clsx } from 'clsx'
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'

interface CheckboxProps extends ComponentPropsWithRef<'input'> {
  label: ReactNode
  description?: ReactNode
  /** A row at least 48 px high, for thumbs and gloves. */
  row?: boolean
  /** Partly checked. */
  indeterminate?: boolean
  /** Label above the box, for grids. */
  stacked?: boolean
}

export function Checkbox(props: CheckboxProps) {
  const { label, description, row, indeterminate, stacked, className, ...rest } = props
  const descriptionId = useId()
  const showSome = (input: HTMLInputElement | null) => {
    if (input) input.indeterminate = indeterminate ?? false
  }
  return (
    <label
      className={clsx(
        'group flex has-disabled:text-soft',
        stacked
          ? 'min-h-11 flex-col-reverse items-center justify-center gap-1'
          : 'items-start gap-3',
        row && '-mx-2 min-h-12 rounded-control px-2 py-3 hover:bg-ink/4',
        !row && !stacked && 'py-1',
        className,
      )}
    >
      <span className="relative mt-px flex size-5.5 flex-none">
        <input
          type="checkbox"
          aria-describedby={description ? descriptionId : undefined}
          {...(indeterminate !== undefined && { ref: showSome })}
          {...rest}
          className="peer size-full appearance-none rounded-chip border-[1.5px] border-edge bg-card checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink disabled:opacity-50"
        />
        <svg
          className="pointer-events-none absolute inset-0 hidden text-paper peer-checked:block"
          viewBox="0 0 22 22"
          aria-hidden="true"
        >
          <path d="m6 11.5 3.4 3.4L16 8" fill="none" stroke="currentColor" strokeWidth="2.2" />
        </svg>
        {indeterminate && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-1.5 top-1/2 h-0.5 -translate-y-1/2 bg-paper"
          />
        )}
      </span>
      <span className="min-w-0">
        {label}
        {description && (
          <span id={descriptionId} className="block text-sm text-soft">
            {description}
          </span>
        )}
      </span>
    </label>
  )
}
