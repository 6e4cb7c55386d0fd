import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'
import { PackagePrices } from './package-prices.tsx'

/** What the packages cost, those that are off sale too. */
export function ServicePricing() {
  const packages = useCall('GET /api/admin/service-packages')
  return (
    <Card title={t('Service Pricing')}>
      <Loaded
        parts={[packages]}
        loading={<Skeleton lines={4} />}
        failed={t('The packages could not be loaded')}
      >
        {(list) => (
          <>
            {!list.some(({ isActive }) => isActive) && (
              <p className="text-soft">{t('No package is on sale, so nobody can book.')}</p>
            )}
            <PackagePrices packages={list} />
          </>
        )}
      </Loaded>
    </Card>
  )
}
