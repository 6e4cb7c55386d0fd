import { Money } from '#client/ui/money.tsx'
import type { CallAnswer } from '#client/app/call.ts'
import { t } from '#shared/texts/t.ts'

/** What customers gave the technician on top, so far. */
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
