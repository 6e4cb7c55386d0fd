import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type BadgeColor = 'blue' | 'green' | 'gray' | 'red' | 'light' | 'amber'

const colors: Record<BadgeColor, string> = {
  blue: 'bg-blue-wash text-blue',
  green: 'bg-green-wash text-green',
  gray: 'bg-gray-wash text-gray',
  red: 'bg-red-wash text-red',
  light: 'border border-line text-soft',
  amber: 'bg-amber-wash text-amber',
}

interface BadgeProps {
  color?: BadgeColor
  children: ReactNode
}

/** A short label: 'Recommended', 'Live chat'. */
export function Badge({ color = 'gray', children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-6 items-center gap-1.5 rounded-chip px-2 align-middle text-sm font-medium whitespace-nowrap forced-colors:border',
        colors[color],
      )}
    >
      {children}
    </span>
  )
}

/** A state, as a word with its color. */
export function StatusBadge({ color = 'light', children }: BadgeProps) {
  return (
    <Badge color={color}>
      <span aria-hidden="true" className="size-1.5 flex-none rounded-full bg-current" />
      {children}
    </Badge>
  )
}

/** A count on a bell or tab; '9+' above nine. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <span className="inline-flex min-h-5 min-w-5 items-center justify-center rounded-full bg-oil px-1 text-sm leading-none font-semibold text-[#14181f]">
      {count > 9 ? '9+' : count}
    </span>
  )
}
