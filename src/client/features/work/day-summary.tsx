import type { CallAnswer } from '#client/app/call.ts'
import { Money } from '#client/ui/money.tsx'
import { formatRating } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { DayPlan } from './day-plan.ts'

interface DayCountsProps {
  plan: DayPlan | undefined
  /** Undefined while loading or failed, null without reviews. */
  rating: number | null | undefined
}

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

export function TipsCard({
  tips,
}: {
  tips: NonNullable<CallAnswer<'GET /api/technicians/me'>['tips']>
}) {
  const sums = [
    [t('Today'), tips.today],
    [t('This week'), tips.week],
    [t('This month'), tips.month],
  ] as const
  return (
    <section
      aria-label={t('Tips')}
      className="mt-3 rounded-card border border-line bg-card px-4 py-3 shadow-lift"
    >
      <h2 className="text-sm font-semibold">{t('Tips')}</h2>
      <dl className="mt-1 grid grid-cols-3 gap-2">
        {sums.map(([label, amount]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="font-semibold">
              <Money amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
