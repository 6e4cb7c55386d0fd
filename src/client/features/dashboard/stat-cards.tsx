import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Stat } from '#client/ui/stat.tsx'
import type { Stats } from '#shared/contract/admin.ts'
import { formatAmount, formatNumber, formatRating } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

interface StatCardsProps {
  stats: Stats | undefined
  /** Technicians who wait for approval; undefined while unknown. */
  waiting: number | undefined
}

/** The four numbers of the day, with yesterday beside them where there is one. */
export function StatCards({ stats, waiting }: StatCardsProps) {
  const grid = 'grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4'
  if (!stats)
    return (
      <div className={grid}>
        {[1, 2, 3, 4].map((at) => (
          <Skeleton key={at} className="h-26 w-full rounded-card!" />
        ))}
      </div>
    )
  return (
    <div className={grid}>
      <Stat
        label={t("Today's jobs")}
        value={formatNumber(stats.todayJobs)}
        compare={{
          current: stats.todayJobs,
          previous: stats.yesterdayJobs,
          label: t('yesterday {value}', { value: formatNumber(stats.yesterdayJobs) }),
        }}
      />
      <Stat
        label={t("Today's revenue")}
        value={<Money amount={stats.todayRevenue} />}
        compare={{
          current: Number(stats.todayRevenue),
          previous: Number(stats.yesterdayRevenue),
          label: t('yesterday {value}', { value: formatAmount(stats.yesterdayRevenue) }),
        }}
      />
      <Stat
        label={t('Active technicians')}
        value={formatNumber(stats.activeTechs)}
        note={
          waiting
            ? plural(waiting, {
                one: '{count} waiting for approval',
                other: '{count} waiting for approval',
              })
            : t('Nobody is waiting for approval')
        }
      />
      <Stat
        label={t('Average rating')}
        value={stats.avgRating === null ? t('New') : `★ ${formatRating(stats.avgRating)}`}
        note={plural(stats.reviewCount, { one: '{count} review', other: '{count} reviews' })}
      />
    </div>
  )
}
