import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import { oilTypes } from '#shared/rules/oil.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const PriceDialog = lazyDialog(() => import('./price-dialog.tsx'))

/** Packages with what they cost, each price to be changed. */
export function PackagePrices({ packages }: { packages: readonly AdminPackage[] }) {
  const [changing, setChanging] = useState<AdminPackage | null>(null)
  return (
    <>
      <ul className="divide-y divide-line">
        {packages.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <span className="min-w-40 flex-1">
              <span className="block font-medium wrap-anywhere">
                {one.name} {!one.isActive && <Badge>{t('Off sale')}</Badge>}
              </span>
              <span className="block text-sm text-soft">
                {translate(oilTypes.find(({ value }) => value === one.oilType)?.label ?? '')}
              </span>
            </span>
            <span className="font-medium">{formatCents(Math.round(one.basePrice * 100))}</span>
            <Button
              size="small"
              aria-label={t('Change the price of {name}', { name: one.name })}
              onClick={() => setChanging(one)}
            >
              {t('Change')}
            </Button>
          </li>
        ))}
      </ul>
      {changing && <PriceDialog of={changing} onClose={() => setChanging(null)} />}
    </>
  )
}
