import { clsx } from 'clsx'
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'

interface SwitchProps extends ComponentPropsWithRef<'input'> {
  label: ReactNode
  description?: ReactNode
}

export function Switch({ label, description, className, ...rest }: SwitchProps) {
  const descriptionId = useId()
  return (
    <label className={clsx('flex min-h-12 items-center justify-between gap-4 py-2', className)}>
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        {description && (
          <span id={descriptionId} className="block text-sm text-soft">
            {description}
          </span>
        )}
      </span>
      <span className="relative flex h-7 w-12 flex-none">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={description ? descriptionId : undefined}
          {...rest}
          className="peer size-full appearance-none rounded-full border border-edge bg-sunken transition-colors checked:border-ink checked:bg-ink disabled:opacity-50"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-edge transition-transform peer-checked:translate-x-5 peer-checked:bg-oil" />
      </span>
    </label>
  )
}
