import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatChange } from '#shared/texts/format.ts'

interface StatProps {
  label: ReactNode
  /** Formatted. */
  value: ReactNode
  /** Current and previous value in one unit; the change is computed. */
  compare?: { current: number; previous: number; label: ReactNode }
  note?: ReactNode
}

export function Stat({ label, value, compare, note }: StatProps) {
  return (
    <div className="rounded-card border border-line bg-card px-4 py-3.5 shadow-lift">
      <p className="text-sm text-soft">{label}</p>
      <p className="mt-0.5 text-2xl font-semibold tracking-tight max-[359px]:text-lg">{value}</p>
      {compare && <Change {...compare} />}
      {note && <p className="mt-0.5 text-sm text-soft">{note}</p>}
    </div>
  )
}

function Change({ current, previous, label }: NonNullable<StatProps['compare']>) {
  const change = formatChange(current, previous)
  const [rises, falls] = [current > previous, current < previous]
  return (
    <p className="mt-0.5 text-sm text-soft">
      {change && (
        <span className={clsx('font-medium', rises && 'text-green', falls && 'text-red')}>
          {rises && '▲ '}
          {falls && '▼ '}
          {change}
        </span>
      )}{' '}
      {label}
    </p>
  )
}
