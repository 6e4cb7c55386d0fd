import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Money } from '#client/ui/money.tsx'

interface TotalsProps {
  label: string
  /** How many there are beside the first four. */
  more?: number
  children: ReactNode
}

/** Sums beside each other above a list. */
export function Totals({ label, more = 0, children }: TotalsProps) {
  return (
    <section aria-label={label}>
      <dl
        className={clsx(
          'mb-4 grid rounded-card border border-line bg-card shadow-lift max-sm:divide-y max-sm:divide-line sm:grid-cols-2',
          ['lg:grid-cols-4', 'lg:grid-cols-5', 'lg:grid-cols-6', 'lg:grid-cols-4 xl:grid-cols-7'][
            more
          ],
        )}
      >
        {children}
      </dl>
    </section>
  )
}

/** A line on a phone, where millions would not fit into half of it. */
export function Total({ label, amount }: { label: string; amount: string | undefined }) {
  return (
    <div className="flex items-baseline justify-between gap-3 px-4 py-1.5 sm:block sm:py-3">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-semibold sm:text-2xl sm:tracking-tight">
        {amount === undefined ? '–' : <Money amount={amount} />}
      </dd>
    </div>
  )
}
