import { clsx } from 'clsx'

interface PlateChipProps {
  /** A licence plate or a VIN, as written. */
  children: string
  /** The state that issued it: 'TX'. */
  region?: string | null
  /** What it is, for screen readers: 'License plate', 'VIN'. */
  label?: string
}

/** A plate or VIN, monospaced so that 0 and O, 1 and I can be told apart. */
export function PlateChip({ children, region, label }: PlateChipProps) {
  return (
    <span
      translate="no"
      className="inline-flex max-w-full items-stretch overflow-hidden rounded-chip border border-edge bg-card align-middle font-mono text-sm leading-6 font-semibold"
    >
      {label && <span className="sr-only">{label} </span>}
      {region && <span className="bg-ink px-1.5 text-paper">{region}</span>}
      <span className={clsx('truncate px-2', children.length < 12 && 'tracking-wider')}>
        {children}
      </span>
    </span>
  )
}
