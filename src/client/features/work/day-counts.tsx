import { formatRating } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface DayCountsProps {
  todays: number | undefined
  inProgress: number | undefined
  completed: number | undefined
  /** Undefined while it loads or when it could not be loaded, null without reviews. */
  rating: number | null | undefined
}

/** The four numbers of a technician's day in one line. */
export function DayCounts({ todays, inProgress, completed, rating }: DayCountsProps) {
  return (
    <dl className="grid grid-cols-[repeat(4,auto)] divide-x sm:grid-cols-4 divide-line rounded-card border border-line bg-card shadow-lift">
      <Count label={t("Today's Jobs")} value={todays} />
      <Count label={t('count|In Progress')} value={inProgress} />
      <Count label={t('count|Completed')} value={completed} />
      <Count
        label={t('Rating')}
        value={rating === null ? t('New') : rating && `★ ${formatRating(rating)}`}
      />
    </dl>
  )
}

function Count({ label, value }: { label: string; value: number | string | undefined }) {
  return (
    <div className="flex flex-col-reverse justify-end px-0.5 py-3 text-center">
      <dt className="text-sm leading-tight tracking-tight text-soft">{label}</dt>
      <dd className="text-2xl font-semibold whitespace-nowrap">{value ?? '–'}</dd>
    </div>
  )
}
