import { clsx } from 'clsx'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import type { ButtonStyle } from './button-style.ts'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'children'>, Pick<ButtonStyle, 'variant' | 'size'> {
  icon: ReactNode
  /** Its name, also shown as the tooltip. */
  label: string
}

export function IconButton({ icon, label, variant = 'quiet', size, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={clsx(buttonStyle({ variant, size, square: true }), rest.className)}
      >
        {icon}
      </button>
    </Tooltip>
  )
}
