import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { oilTypes } from '#shared/rules/oil.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** What the packages cost that are on sale. */
export function ServicePricing() {
  const packages = useCall('GET /api/service-packages')
  return (
    <Card title={t('Service Pricing')}>
      <Loaded
        parts={[packages]}
        loading={<Skeleton lines={4} />}
        failed={t('The packages could not be loaded')}
      >
        {(list) =>
          list.length > 0 ? (
            <ul className="divide-y divide-line">
              {list.map(({ id, name, oilType, basePrice }) => (
                <li key={id} className="flex items-baseline justify-between gap-4 py-3">
                  <span className="min-w-0">
                    <span className="block font-medium wrap-anywhere">{name}</span>
                    <span className="block text-sm text-soft">
                      {translate(oilTypes.find(({ value }) => value === oilType)?.label ?? '')}
                    </span>
                  </span>
                  <span className="flex-none font-medium">
                    {formatCents(Math.round(basePrice * 100))}
                  </span>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-soft">{t('No package is on sale, so nobody can book.')}</p>
          )
        }
      </Loaded>
    </Card>
  )
}
