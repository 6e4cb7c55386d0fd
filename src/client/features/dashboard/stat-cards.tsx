import { useEffect } from 'react'
import { useCall } from '#client/app/queries.ts'
import { saveForOffline } from '#client/app/save-for-offline.ts'
import { useBusiness, usePerson } from '#client/app/session.ts'
import { whileDown } from '#client/app/socket-state.ts'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Stat } from '#client/ui/stat.tsx'
import type { Stats } from '#shared/contract/admin.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { formatAmount, formatDay, formatNumber, formatRating } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

interface StatCardsProps {
  stats: Stats | undefined
  /** Technicians awaiting approval; undefined while unknown. */
  waiting: number | undefined
}

export function StatCards({ stats, waiting }: StatCardsProps) {
  const { today } = useBusiness()
  const grid = 'grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4'
  if (!stats)
    return (
      <div className={grid}>
        {[1, 2, 3, 4].map((at) => (
          <Skeleton key={at} className="h-26 w-full rounded-card!" />
        ))}
      </div>
    )
  const { compared } = stats
  const closed = { note: t('Closed today') }
  const day = compared && formatDay(compared.date)
  const isYesterday = compared?.date === addDays(today, -1)
  const describeDay = (jobs: number) => {
    const value = jobs === 0 ? t('count|none') : formatNumber(jobs)
    return isYesterday ? t('yesterday {value}', { value }) : `${day} ${value}`
  }
  const describeSoFar = (amount: string) => {
    const value = Number(amount) === 0 ? t('nothing') : formatAmount(amount)
    return isYesterday
      ? t('{value} by this time yesterday', { value })
      : t('{value} by this time on {day}', { value, day: day ?? '' })
  }
  return (
    <div className={grid}>
      <Stat
        label={t("Today's jobs")}
        value={formatNumber(stats.todayJobs)}
        {...(compared
          ? {
              compare: {
                current: stats.todayJobs,
                previous: compared.jobs,
                label: describeDay(compared.jobs),
              },
            }
          : closed)}
      />
      <Stat
        label={t("Today's revenue")}
        value={<Money amount={stats.todayRevenue} />}
        {...(compared
          ? {
              compare: {
                current: Number(stats.todayRevenue),
                previous: Number(compared.revenue),
                label: describeSoFar(compared.revenue),
              },
            }
          : closed)}
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
            : t('No one is waiting for approval')
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

/** Business figures, loaded once for all cards. */
export const useStats = () =>
  useCall('GET /api/dashboard/stats', undefined, { refetchInterval: whileDown(60_000) })

/** Caches the office's home page and its visits for offline use. */
export function useOfficeOffline(): void {
  const { id } = usePerson()
  useEffect(() => {
    saveForOffline(id, 'keep the office')
  }, [id])
}
