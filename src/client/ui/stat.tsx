import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatChange } from '#shared/texts/format.ts'

interface StatProps {
  label: ReactNode
  /** As shown: a formatted number or Money. */
  value: ReactNode
  /** The same number and that of the period before, in one unit: the change is computed. */
  compare?: { current: number; previous: number; label: ReactNode }
  /** Which direction is good news; most numbers want up. */
  good?: 'up' | 'down'
  /** Instead of a comparison: a few words under the number. */
  note?: ReactNode
  /** A Sparkline. */
  chart?: ReactNode
}

export function Stat({ label, value, compare, good = 'up', note, chart }: StatProps) {
  return (
    <div className="flex justify-between gap-3 rounded-card border border-line bg-card px-4 py-3.5 shadow-lift">
      <div className="min-w-0">
        <p className="text-sm text-soft">{label}</p>
        <p className="mt-0.5 text-2xl font-semibold tracking-tight">{value}</p>
        {compare && <Change {...compare} good={good} />}
        {note && <p className="mt-0.5 text-sm text-soft">{note}</p>}
      </div>
      {chart && <div className="w-20 flex-none self-end pb-1 text-soft">{chart}</div>}
    </div>
  )
}

function Change(props: NonNullable<StatProps['compare']> & { good: 'up' | 'down' }) {
  const { current, previous, label, good } = props
  const change = formatChange(current, previous)
  const rising = current > previous
  const even = current === previous
  return (
    <p className="mt-0.5 text-sm text-soft">
      {change && (
        <span
          className={clsx(
            'font-medium',
            !even && (rising === (good === 'up') ? 'text-green' : 'text-red'),
          )}
        >
          {even ? '' : rising ? '▲ ' : '▼ '}
          {change}
        </span>
      )}{' '}
      {label}
    </p>
  )
}
