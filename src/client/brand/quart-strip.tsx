import { clsx } from 'clsx'

export type QuartMark = 'free' | 'filled' | 'blocked'

interface QuartStripProps {
  /** One mark per slot, in order of time. */
  marks: readonly QuartMark[]
  /** The same in words: '3 of 5 slots free'. Without it the strip is decoration. */
  label?: string
  size?: 'small' | 'normal'
}

const fills: Record<QuartMark, string> = {
  free: 'border-edge',
  filled: 'border-amber bg-oil',
  blocked:
    'border-edge/50 bg-[repeating-linear-gradient(-45deg,var(--edge)_0_1px,transparent_1px_3px)]',
}

/** A day as a row of quart marks. */
export function QuartStrip({ marks, label, size = 'normal' }: QuartStripProps) {
  return (
    <span
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className="inline-flex gap-[3px]"
    >
      {marks.map((mark, index) => (
        <span
          key={index}
          className={clsx(
            'rounded-[2px] border',
            size === 'small' ? 'h-3 w-1.5' : 'h-4 w-2',
            fills[mark],
          )}
        />
      ))}
    </span>
  )
}
