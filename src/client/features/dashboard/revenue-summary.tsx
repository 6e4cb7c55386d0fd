import { clsx } from 'clsx'
import { Bars } from '#client/ui/bars.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Stats } from '#shared/contract/admin.ts'
import { formatAmount, formatChange, formatDay } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Week, month and what is still to come in, over the last 14 days as bars. */
export function RevenueSummary({ stats }: { stats: Stats | undefined }) {
  return (
    <Card title={t('Revenue Summary')}>
      {stats ? <Revenue stats={stats} /> : <Skeleton className="h-78 w-full" />}
    </Card>
  )
}

function Revenue({ stats }: { stats: Stats }) {
  const { weekRevenue: week, monthRevenue: month } = stats
  return (
    <>
      <dl className="mb-5 space-y-2.5">
        <Period
          {...week}
          label={t('This week')}
          words={t('{amount} by now last week', { amount: formatAmount(week.previous) })}
        />
        <Period
          {...month}
          label={t('This month')}
          words={t('{amount} by now last month', { amount: formatAmount(month.previous) })}
        />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-2.5">
          <dt className="text-soft">{t('count|Pending')}</dt>
          <dd>
            <Money amount={stats.pendingRevenue} className="text-lg font-semibold" />
          </dd>
        </div>
      </dl>
      <p aria-hidden="true" className="mb-1 text-sm text-soft">
        {t('Last 14 days')}
      </p>
      <Bars
        caption={t('Revenue of the last 14 days')}
        bars={stats.revenueByDay.map(({ date, amount }, at, days) => ({
          label: formatDay(date),
          shortLabel: String(Number(date.slice(8))),
          value: Number(amount),
          text: formatAmount(amount),
          highlight: at === days.length - 1,
        }))}
      />
    </>
  )
}

function Period(props: { label: string; words: string; value: string; previous: string }) {
  const { label, words, value, previous } = props
  const [now, before] = [Number(value), Number(previous)]
  const change = formatChange(now, before)
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
      <dt className="text-soft">{label}</dt>
      <dd>
        <Money amount={value} className="text-lg font-semibold" />
      </dd>
      <dd className="col-span-2 text-right text-sm text-soft">
        {change && (
          <span
            className={clsx(
              'font-medium',
              now > before && 'text-green',
              now < before && 'text-red',
            )}
          >
            {change}
          </span>
        )}{' '}
        {words}
      </dd>
    </div>
  )
}
