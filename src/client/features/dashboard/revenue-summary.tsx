import { clsx } from 'clsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useBusiness } from '#client/app/session.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TextLink } from '#client/ui/button.tsx'
import type { Stats } from '#shared/contract/admin.ts'
import { startOfMonth, startOfWeek } from '#shared/rules/calendar.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatAmount, formatChange, formatDay, formatDays } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { useStats } from './stat-cards.tsx'

/** Revenue today, this week, this month and pending, with bars for the last 14 days. */
export function RevenueSummary() {
  const { salesTaxRateBp } = useBusiness()
  return (
    <Card title={t('Revenue Summary')}>
      {salesTaxRateBp !== null && (
        <p className="mb-3 text-sm text-soft">
          {t('Card payments without sales tax and tips. Pending amounts include sales tax.')}
        </p>
      )}
      <Loaded
        parts={[useStats()]}
        loading={<Skeleton className="h-88 w-full" />}
        failed={t('The numbers could not be loaded')}
      >
        {(stats) => <Revenue stats={stats} />}
      </Loaded>
    </Card>
  )
}

function Revenue({ stats }: { stats: Stats }) {
  const { weekRevenue: week, monthRevenue: month } = stats
  const { today } = useBusiness()
  return (
    <>
      <dl className="mb-3 space-y-2">
        <Period label={t('Today')} value={stats.todayRevenue} />
        <Period
          {...week}
          label={t('This week')}
          days={formatDays(startOfWeek(today), today)}
          words={
            isNothing(week.previous)
              ? t('nothing at this point last week')
              : t('{amount} at this point last week', { amount: formatAmount(week.previous) })
          }
        />
        <Period
          {...month}
          label={t('This month')}
          days={formatDays(startOfMonth(today), today)}
          words={
            isNothing(month.previous)
              ? t('nothing at this point last month')
              : t('{amount} at this point last month', { amount: formatAmount(month.previous) })
          }
        />
        <Period label={t('count|Pending')} value={stats.pendingRevenue} />
        <PendingParts {...stats.pendingParts} />
      </dl>
      <BarChart
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

function PendingParts({ reserved, owed }: Stats['pendingParts']) {
  const parts = [
    {
      amount: reserved,
      words: t('{amount} held on cards', { amount: formatAmount(reserved) }),
      href: officePaths.paymentsWith('reserved'),
    },
    {
      amount: owed,
      words: t('{amount} due now for visits that are over', { amount: formatAmount(owed) }),
      href: officePaths.paymentsWith('owed'),
    },
  ].filter(({ amount }) => !isNothing(amount))
  if (parts.length === 0) return null
  return (
    <div className="flex flex-wrap justify-end gap-x-4 text-sm">
      <dt className="sr-only">{t('Included in pending')}</dt>
      {parts.map(({ words, href }) => (
        <dd key={href}>
          <TextLink href={href} className="inline-flex min-h-11 items-center">
            {words}
          </TextLink>
        </dd>
      ))}
    </div>
  )
}

const isNothing = (amount: string) => Number(amount) === 0

interface PeriodProps {
  label: string
  /** Dates, if the label is ambiguous without them. */
  days?: string
  value: string
  previous?: string
  words?: string
}

function Period({ label, days, words, value, previous }: PeriodProps) {
  const [now, before] = [Number(value), Number(previous)]
  const change = previous && formatChange(now, before)
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-4">
      <dt className="text-soft">
        {label}
        {days && <span className="block text-sm">{days}</span>}
      </dt>
      <dd>
        <Money amount={value} className="text-lg font-semibold" />
      </dd>
      {words && (
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
      )}
    </div>
  )
}
