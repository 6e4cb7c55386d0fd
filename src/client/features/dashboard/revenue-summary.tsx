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
  return (
    <>
      <dl className="mb-5 space-y-2.5">
        <Period label={t('This week')} before={t('last week')} {...stats.weekRevenue} />
        <Period label={t('This month')} before={t('last month')} {...stats.monthRevenue} />
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-soft">{t('Pending')}</dt>
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

function Period(props: { label: string; before: string; value: string; previous: string }) {
  const { label, before, value, previous } = props
  const change = formatChange(Number(value), Number(previous))
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-soft">{label}</dt>
      <dd className="text-right">
        <Money amount={value} className="text-lg font-semibold" />
        <span className="block text-sm text-soft">
          {change} {t('by this time {before}: {amount}', { before, amount: formatAmount(previous) })}
        </span>
      </dd>
    </div>
  )
}
