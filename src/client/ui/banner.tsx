import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface BannerProps {
  tone?: keyof typeof tones
  icon?: ReactNode
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Follows a user's action: screen readers announce it. */
  live?: boolean
}

const tones = {
  info: { box: 'border-line bg-card', title: '' },
  warning: { box: 'border-amber/35 bg-amber-wash', title: 'text-amber' },
  error: { box: 'border-red/35 bg-red-wash', title: 'text-red' },
  success: { box: 'border-green/35 bg-green-wash', title: 'text-green' },
}

export function Banner(props: BannerProps) {
  const { tone = 'info', icon, title, children, action, live } = props
  return (
    <div
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={clsx('flex items-start gap-3 rounded-card border px-4 py-3', tones[tone].box)}
    >
      {icon && <span className={clsx('flex pt-0.5', tones[tone].title)}>{icon}</span>}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className={clsx('min-w-0', !action && 'flex-1')}>
          {title && <p className={clsx('font-semibold', tones[tone].title)}>{title}</p>}
          {children && <div className="text-sm">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  )
}
