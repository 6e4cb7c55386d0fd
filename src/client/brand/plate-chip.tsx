import { clsx } from 'clsx'

/** Monospaced, so that 0 and O or 1 and I differ. */
export function PlateChip({ children, label }: { children: string; label: string }) {
  return (
    <span
      translate="no"
      className="inline-flex max-w-full items-stretch overflow-hidden rounded-chip border border-edge bg-card align-middle font-mono text-sm leading-6 font-semibold"
    >
      <span className="sr-only">{label} </span>
      <span className={clsx('truncate px-2', children.length < 12 && 'tracking-wider')}>
        {children}
      </span>
    </span>
  )
}
