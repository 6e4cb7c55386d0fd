import { clsx } from 'clsx'

export interface Bar {
  label: string
  /** Under the bar: '24'. */
  shortLabel: string
  value: number
  /** The value in words: '$1,204.00'. */
  text: string
  /** The one bar that matters, in amber: today, this week. */
  highlight?: boolean
}

/** Upright bars with their labels; the same numbers as a table for screen readers. */
export function Bars({ caption, bars }: { caption: string; bars: readonly Bar[] }) {
  const highest = Math.max(...bars.map((bar) => bar.value), 0)
  return (
    <figure>
      <div aria-hidden="true" className="flex h-40 items-end gap-1 border-b border-line">
        {bars.map((bar) => (
          <div
            key={bar.label}
            title={`${bar.label}: ${bar.text}`}
            className={clsx(
              'mx-auto min-h-px max-w-14 flex-1 rounded-t-[3px]',
              bar.highlight ? 'bg-oil' : 'bg-ink/22',
            )}
            style={{ height: `${highest > 0 ? (Math.max(0, bar.value) / highest) * 100 : 0}%` }}
          />
        ))}
      </div>
      <div aria-hidden="true" className="mt-1.5 flex gap-1 text-sm text-soft">
        {bars.map((bar, index) => (
          <span
            key={bar.label}
            className={clsx(
              'min-w-0 flex-1 text-center tracking-tighter whitespace-nowrap',
              bar.highlight && 'font-semibold text-ink',
              // Numbers side by side would run into each other; the last one is today's.
              bars.length > 10 && (bars.length - index) % 2 === 0 && 'invisible',
            )}
          >
            {bar.shortLabel}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <caption>{caption}</caption>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              <td>{bar.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
