import { clsx } from 'clsx'

export type QuartMark = 'free' | 'filled' | 'blocked'

const fills: Record<QuartMark, string> = {
  free: 'border-edge',
  filled: 'border-amber bg-oil',
  blocked:
    'border-edge/50 bg-[repeating-linear-gradient(-45deg,var(--edge)_0_1px,transparent_1px_3px)]',
}

/** Narrower when there are many, so that a day of the booking page fits twelve. */
const mostWide = 6

/** A day's slots as quart marks in order; decorative, as the same is in words beside it. */
export function QuartStrip({ marks }: { marks: readonly QuartMark[] }) {
  const isNarrow = marks.length > mostWide
  return (
    <span aria-hidden="true" className={clsx('inline-flex', isNarrow ? 'gap-px' : 'gap-[3px]')}>
      {marks.map((mark, index) => (
        <span
          key={index}
          className={clsx(
            'h-3 border',
            isNarrow ? 'w-1 rounded-[1px]' : 'w-1.5 rounded-[2px]',
            fills[mark],
          )}
        />
      ))}
    </span>
  )
}
