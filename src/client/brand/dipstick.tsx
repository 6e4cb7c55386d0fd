import { clsx } from 'clsx'

interface DipstickProps {
  label: string
  value: number
  max: number
  valueText?: string
  showValue?: boolean
  /** A level that rises and falls (a day's capacity), not progress. */
  meter?: boolean
  className?: string
}

// Position of the notches, in percent of the length from the tip.
const MIN = 7
const MAX = 93

/** A dipstick with MIN and MAX notches and an amber level. */
export function Dipstick(props: DipstickProps) {
  const { label, value, max, valueText, showValue, meter, className } = props
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  const level = share === 0 ? 0 : MIN + share * (MAX - MIN)
  return (
    <div className={className}>
      <div
        role={meter ? 'meter' : 'progressbar'}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={valueText}
        className="flex h-4 items-center"
      >
        <span className="relative h-1.5 flex-1 rounded-l-full bg-ink/12 forced-colors:bg-[GrayText]">
          {/* Cross-hatching between the notches. */}
          <span
            className="absolute inset-y-0 bg-[repeating-linear-gradient(-45deg,transparent_0_3px,var(--edge)_3px_4px)] opacity-45"
            style={{ left: `${MIN}%`, right: `${100 - MAX}%` }}
          />
          <span
            className="absolute inset-y-0 left-0 rounded-l-full bg-oil transition-[width]"
            style={{ width: `${level}%` }}
          />
          {share > 0 && share < 1 && (
            <span
              className="absolute -inset-y-px w-0.5 -translate-x-full bg-amber"
              style={{ left: `${level}%` }}
            />
          )}
          <Notch at={MIN} reached={share > 0} />
          <Notch at={MAX} reached={share === 1} />
        </span>
        <span className="size-4 flex-none rounded-full border-2 border-ink/45" />
      </div>
      {showValue && valueText && (
        <p aria-hidden="true" className="mt-1 text-sm text-soft">
          {valueText}
        </p>
      )}
    </div>
  )
}

function Notch({ at, reached }: { at: number; reached: boolean }) {
  return (
    <span
      className={clsx(
        'absolute -top-[3px] h-3 w-0.5 -translate-x-1/2 rounded-full',
        reached ? 'bg-amber' : 'bg-ink/55 forced-colors:bg-[CanvasText]',
      )}
      style={{ left: `${at}%` }}
    />
  )
}
