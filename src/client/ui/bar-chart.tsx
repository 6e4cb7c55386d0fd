import { clsx } from 'clsx'
import { useState } from 'react'
import { t } from '#shared/texts/t.ts'

interface Bar {
  label: string
  shortLabel: string
  value: number
  text: string
  /** The one bar that matters, in amber. */
  highlight?: boolean
}

interface BarChartProps {
  caption: string
  bars: readonly Bar[]
  most?: number
}

/** A bar chart, also available as a table and to screen readers. */
export function BarChart({ caption, bars, most }: BarChartProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure>
      <figcaption className="flex items-center justify-between gap-3 text-sm text-soft">
        {caption}
        <TableToggle chart={caption} asTable={asTable} onChange={setAsTable} />
      </figcaption>
      {!asTable && <Drawn bars={bars} most={most} />}
      <div className={asTable ? undefined : 'sr-only'}>
        <table className="w-full text-sm">
          <caption className="sr-only">{caption}</caption>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.label}>
                <th scope="row" className="border-t border-line py-1 text-left font-normal">
                  {bar.label}
                </th>
                <td className="border-t border-line py-1 text-right">{bar.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Drawn({ bars, most }: Pick<BarChartProps, 'bars' | 'most'>) {
  const highest = most ?? Math.max(...bars.map((bar) => bar.value), 0)
  return (
    <div aria-hidden="true">
      <div className="flex h-28 items-end gap-1 border-b border-line">
        {bars.map((bar) => (
          <div
            key={bar.label}
            title={`${bar.label}: ${bar.text}`}
            className={clsx(
              'mx-auto min-h-px max-w-14 flex-1 rounded-t-[3px]',
              bar.highlight ? 'bg-oil' : 'bg-ink/22 forced-colors:bg-[CanvasText]',
            )}
            style={{ height: `${highest > 0 ? (Math.max(0, bar.value) / highest) * 100 : 0}%` }}
          />
        ))}
      </div>
      <div className="mt-1.5 flex gap-1 text-sm text-soft">
        {bars.map((bar, index) => (
          <span
            key={bar.label}
            className={clsx(
              'min-w-0 flex-1 text-center tracking-tighter whitespace-nowrap',
              bar.highlight && 'font-semibold text-ink',
              // Labels side by side would overlap.
              bars.length > 10 && (bars.length - index) % 2 === 0 && 'invisible',
            )}
          >
            {bar.shortLabel}
          </span>
        ))}
      </div>
    </div>
  )
}

interface TableToggleProps {
  chart: string
  asTable: boolean
  onChange: (asTable: boolean) => void
}

/** Switches a chart to a table with the same values. */
export const TableToggle = ({ chart, asTable, onChange }: TableToggleProps) => (
  <button
    type="button"
    aria-pressed={asTable}
    aria-label={t('{chart} as a table', { chart })}
    onClick={() => onChange(!asTable)}
    className="-mr-1 min-h-9 flex-none rounded-chip px-1 text-sm text-soft underline decoration-edge decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-11 aria-pressed:font-semibold aria-pressed:text-ink"
  >
    {t('Table')}
  </button>
)
