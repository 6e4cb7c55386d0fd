import { clsx } from 'clsx'
import { useId } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'

interface CheckboxProps extends ComponentPropsWithRef<'input'> {
  label: ReactNode
  description?: ReactNode
  /** A row of its own, 48 px high, for thumbs and gloves. */
  row?: boolean
}

export function Checkbox({ label, description, row, className, ...rest }: CheckboxProps) {
  const descriptionId = useId()
  return (
    <label
      className={clsx(
        'group flex items-start gap-3 has-disabled:text-soft',
        row ? '-mx-2 min-h-12 rounded-control px-2 py-3 hover:bg-ink/4' : 'py-1',
        className,
      )}
    >
      <span className="relative mt-px flex size-5.5 flex-none">
        <input
          type="checkbox"
          aria-describedby={description ? descriptionId : undefined}
          {...rest}
          className="peer size-full appearance-none rounded-chip border-[1.5px] border-edge bg-card checked:border-ink checked:bg-ink disabled:opacity-50"
        />
        <svg
          className="pointer-events-none absolute inset-0 hidden text-paper peer-checked:block"
          viewBox="0 0 22 22"
          aria-hidden="true"
        >
          <path d="m6 11.5 3.4 3.4L16 8" fill="none" stroke="currentColor" strokeWidth="2.2" />
        </svg>
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
