import { formatRating } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { DayPlan } from './day-plan.ts'

interface DayCountsProps {
  plan: DayPlan | undefined
  /** Undefined while it loads or when it could not be loaded, null without reviews. */
  rating: number | null | undefined
}

/** The four numbers of a technician's day in one line. */
export function DayCounts({ plan, rating }: DayCountsProps) {
  const counts = [
    [t("Today's Jobs"), plan?.todays.length],
    [t('count|In Progress'), plan?.inProgress],
    [t('count|Completed'), plan?.completed],
    [t('Rating'), rating === null ? t('New') : rating && `★ ${formatRating(rating)}`],
  ]
  return (
    <dl className="grid grid-cols-[repeat(4,auto)] divide-x sm:grid-cols-4 divide-line rounded-card border border-line bg-card shadow-lift">
      {counts.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse justify-end px-0.5 py-3 text-center">
          <dt className="text-sm leading-tight tracking-tight text-soft">{label}</dt>
          <dd className="text-2xl font-semibold whitespace-nowrap">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
