import { clsx } from 'clsx'
import { useId } from 'react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { buttonStyle } from './button-style.ts'
import type { ButtonStyle } from './button-style.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export interface ButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'disabled'>, Omit<ButtonStyle, 'square'> {
  icon?: ReactNode
  /** Keeps width and focus, shows a spinner, ignores presses. */
  pending?: boolean
  /** Said instead of the label while pending; without it the label stays the button's name. */
  pendingLabel?: string
  /** Why it cannot be pressed now. The button stays focusable, so that everybody can learn why. */
  disabledReason?: string | false | null
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, pending, pendingLabel, disabledReason, children, ...rest } =
    props
  const reasonId = useId()
  const off = Boolean(pending || disabledReason)
  // One tree for both states: a button replaced between press and release would lose the click.
  return (
    <Tooltip text={disabledReason || undefined}>
      <button
        type="button"
        {...rest}
        {...(disabledReason && { 'aria-describedby': reasonId })}
        aria-disabled={off || undefined}
        aria-busy={pending || undefined}
        onClick={off ? (event) => event.preventDefault() : rest.onClick}
        className={clsx(buttonStyle({ variant, size, wide }), rest.className)}
      >
        <span
          className={clsx(
            'col-start-1 row-start-1 inline-flex items-center justify-center gap-2 text-center leading-tight',
            pending && (pendingLabel ? 'invisible' : 'opacity-0'),
          )}
        >
          {icon}
          {children}
        </span>
        {pending && (
          <span className="col-start-1 row-start-1 inline-flex items-center gap-2">
            <Spinner />
            {pendingLabel}
          </span>
        )}
      </button>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </Tooltip>
  )
}
