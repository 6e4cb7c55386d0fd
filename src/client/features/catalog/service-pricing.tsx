import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { Badge } from '#client/ui/badge.tsx'
import { TextLink, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatCents, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const PriceDialog = lazyDialog(() => import('./price-dialog.tsx'))

export function ServicePricing() {
  const packages = useCall('GET /api/admin/service-packages')
  const [changing, setChanging] = useState<AdminPackage | null>(null)
  return (
    <Card
      title={t('Service Pricing')}
      action={<TextLink href={paths.products}>{t('Package details')}</TextLink>}
    >
      <List
        list={packages}
        failed={t('The packages could not be loaded')}
        loading={<Skeleton lines={4} />}
        empty={<p className="text-soft">{t('No package is on sale, so customers cannot book.')}</p>}
      >
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((offer) => (
              <li
                key={offer.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
              >
                <span className="min-w-36 flex-1">
                  <span className="block font-medium wrap-anywhere">
                    {offer.name} {!offer.isActive && <Badge>{t('Off sale')}</Badge>}
                  </span>
                  <span className="block text-sm text-soft">
                    {translate(oilTypeLabel(offer.oilType))}
                  </span>
                  {offer.priceChanges?.map(({ from, price }) => (
                    <span key={from} className="block text-sm text-soft">
                      {t('{price} from {day}', {
                        price: formatCents(centsFromDollars(price)),
                        day: formatDay(from, { year: true }),
                      })}
                    </span>
                  ))}
                </span>
                <span className="ms-auto flex flex-none items-center gap-3">
                  <Money cents={centsFromDollars(offer.basePrice)} className="font-medium" />
                  <SmallButton
                    aria-label={t('Change the price of {name}', { name: offer.name })}
                    onClick={() => setChanging(offer)}
                  >
                    {t('Change')}
                  </SmallButton>
                </span>
              </li>
            ))}
          </ul>
        )}
      </List>
      {changing && <PriceDialog offer={changing} onClose={() => setChanging(null)} />}
    </Card>
  )
}
