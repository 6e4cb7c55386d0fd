import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Money } from '#client/ui/money.tsx'
import type { Recommendation } from '#shared/contract/recommendations.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface DeclinedLinesProps {
  lines: readonly Recommendation[]
  /** What can be done about a line. */
  action?: (line: Recommendation) => ReactNode
}

/** What a customer declined, with the day and the price then. */
export function DeclinedLines({ lines, action }: DeclinedLinesProps) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
          <span className={clsx('min-w-0 flex-1 wrap-break-word', action && 'max-sm:basis-full')}>
            {line.quantity === 1
              ? line.description
              : `${line.description} × ${formatNumber(line.quantity)}`}
            <span className="block text-sm text-soft">
              {t('Declined on {day}', { day: formatDay(line.declinedOn, { year: true }) })}
            </span>
          </span>
          <Money
            cents={centsFromDollars(line.totalPrice)}
            className={clsx('font-medium', action && 'max-sm:grow')}
          />
          {action?.(line)}
        </li>
      ))}
    </ul>
  )
}
