import { clsx } from 'clsx'

export type QuartMark = 'free' | 'filled' | 'blocked'

const fills: Record<QuartMark, string> = {
  free: 'border-edge',
  filled: 'border-amber bg-oil',
  blocked:
    'border-edge/50 bg-[repeating-linear-gradient(-45deg,var(--edge)_0_1px,transparent_1px_3px)]',
}

/** A day's slots as quart marks in order; decorative, as the same is in words beside it. */
export function QuartStrip({ marks }: { marks: readonly QuartMark[] }) {
  return (
    <span aria-hidden="true" className="inline-flex gap-[3px]">
      {marks.map((mark, index) => (
        <span key={index} className={clsx('h-3 w-1.5 rounded-[2px] border', fills[mark])} />
      ))}
    </span>
  )
}
