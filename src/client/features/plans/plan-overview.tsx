import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { BarChart } from '#client/ui/bar-chart.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { formatAmount, formatMonth } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

/** What plans bring in the next months, and who joined and left. */
export function PlanOverview() {
  const overview = useCall('GET /api/admin/plans/overview')
  return (
    <Loaded
      parts={[overview]}
      loading={<Skeleton className="h-64 w-full rounded-card!" />}
      failed={t('The overview could not be loaded')}
    >
      {({ active, paused, joined, left, reasons, words, months }) => (
        <div className="grid gap-6 lg:grid-cols-2">
          <Card title={t('Expected revenue')}>
            <p className="mb-3 text-sm text-soft">
              {t('If every active member has each service when it is due, before sales tax.')}
            </p>
            <BarChart
              caption={t('Expected revenue by month')}
              bars={months.map(({ month, visits, amount }) => ({
                label: formatMonth(month),
                shortLabel: formatMonth(month, { short: true }),
                value: Number(amount),
                text: `${formatAmount(amount)}, ${plural(visits, {
                  one: '{count} visit',
                  other: '{count} visits',
                })}`,
              }))}
            />
          </Card>
          <Card title={t('Joined and left')}>
            <Facts
              items={[
                { label: t('Active members'), value: active },
                { label: t('Paused members'), value: paused },
                { label: t('Joined in the last 180 days'), value: joined },
                { label: t('Left in the last 180 days'), value: left },
              ]}
            />
            {reasons.length > 0 && (
              <>
                <h3 className="mt-5 mb-2 font-medium">{t('Why members left')}</h3>
                <Facts
                  items={reasons.map(({ reason, count }) => ({ label: reason, value: count }))}
                />
              </>
            )}
            {words.length > 0 && (
              <>
                <h3 className="mt-5 mb-2 font-medium">{t('In their words')}</h3>
                <ul className="space-y-1 text-sm">
                  {words.map((one, at) => (
                    <li key={at} className="wrap-anywhere">
                      {one}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Card>
        </div>
      )}
    </Loaded>
  )
}
