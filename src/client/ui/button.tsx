import { clsx } from 'clsx'
import { useId, type ComponentPropsWithRef, type ReactNode } from 'react'
import { Tooltip } from './tooltip.tsx'
import { cva, type VariantProps } from 'class-variance-authority'
import { Link } from 'wouter'

export const buttonStyle = cva(
  'inline-grid max-w-full items-center py-1 justify-items-center rounded-control border font-semibold no-underline select-none transition-colors aria-disabled:cursor-not-allowed',
  {
    variants: {
      variant: {
        primary:
          'border-ink bg-ink text-paper hover:bg-ink/88 aria-disabled:opacity-45 forced-colors:border-3',
        secondary:
          'border-edge/60 bg-card text-ink shadow-lift hover:border-edge hover:bg-sunken aria-disabled:opacity-50',
        quiet: 'border-transparent text-ink hover:bg-ink/7 aria-disabled:opacity-50',
        danger:
          'border-red-fill bg-red-fill text-on-red hover:opacity-90 aria-disabled:opacity-45 forced-colors:border-3',
      },
      size: {
        // Touch targets need 44 px.
        small: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
        normal: 'min-h-11 px-4 max-[26rem]:px-3',
        large:
          'min-h-13 px-5 text-lg max-[26rem]:px-3 max-[26rem]:text-base max-[22rem]:px-2 max-[22rem]:text-sm',
      },
      wide: { true: 'w-full' },
      square: { true: 'px-0!' },
    },
    compoundVariants: [
      { square: true, size: 'small', class: 'w-9 pointer-coarse:w-11' },
      { square: true, size: 'normal', class: 'w-11' },
      { square: true, size: 'large', class: 'w-13' },
    ],
    defaultVariants: { variant: 'secondary', size: 'normal' },
  },
)

type ButtonStyle = VariantProps<typeof buttonStyle>

export interface ButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'disabled'>, Omit<ButtonStyle, 'square'> {
  icon?: ReactNode
  /** Keeps width and focus, shows a spinner, ignores clicks. */
  pending?: boolean
  /** Replaces the label while pending; otherwise the label stays the accessible name. */
  pendingLabel?: string
  /** Why it is disabled. It stays focusable, so that everyone can learn why. */
  disabledReason?: string | false | null
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, icon, pending, pendingLabel, disabledReason, children, ...rest } =
    props
  const reasonId = useId()
  const off = Boolean(pending || disabledReason)
  // One element for both states: a button replaced mid-press would lose the click.
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

/** For rows, banners and cards. */
export const SmallButton = (props: Omit<ButtonProps, 'size'>) => <Button {...props} size="small" />

/** For secondary actions of rows and cards. */
export const QuietButton = (props: Omit<ButtonProps, 'size' | 'variant'>) => (
  <SmallButton {...props} variant="quiet" />
)

interface IconButtonProps
  extends Omit<ComponentPropsWithRef<'button'>, 'children'>, Pick<ButtonStyle, 'variant' | 'size'> {
  icon: ReactNode
  /** Accessible name and tooltip. */
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

/** For buttons; waiting pages show skeletons. */
export function Spinner() {
  return (
    <svg className="spin size-5" viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeOpacity=".3" strokeWidth="2" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}

export function TextLink(props: AnchorProps) {
  return (
    <Anchor
      {...props}
      className={clsx(
        'rounded-chip font-medium underline decoration-edge decoration-1 underline-offset-4 hover:decoration-amber hover:decoration-2',
        props.className,
      )}
    />
  )
}

type AnchorProps = ComponentPropsWithRef<'a'> & { href: string }

/** A router link for paths of the app; a plain one for `/api/`, `tel:` and https. */
export function Anchor(props: AnchorProps) {
  const { href, target, download } = props
  const inside = href.startsWith('/') && !href.startsWith('/api/') && !target && download == null
  return inside ? <Link {...props} /> : <a {...props} />
}

interface LinkButtonProps extends AnchorProps, Omit<ButtonStyle, 'square'> {
  icon?: ReactNode
}

export function LinkButton(props: LinkButtonProps) {
  const { variant, size, wide, icon, className, children, ...rest } = props
  return (
    <Anchor {...rest} className={clsx(buttonStyle({ variant, size, wide }), className)}>
      <span className="inline-flex items-center justify-center gap-2 text-center leading-tight">
        {icon}
        {children}
      </span>
    </Anchor>
  )
}
