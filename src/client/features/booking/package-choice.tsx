import { Suspense } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { lazyComponent } from '#client/ui/lazy-load.ts'
import { Money } from '#client/ui/money.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { priceOn } from '#shared/rules/dated-values.ts'
import { fittingPackage, isKnownCar, packageFits } from '#shared/rules/packages.ts'
import { t } from '#shared/texts/t.ts'
import { plusSalesTax } from './sales-tax-note.tsx'
import { taxRateOn } from './booking-draft.ts'
import type { VisitProps } from './use-booking.ts'

// Most customers add nothing.
const AddonList = lazyComponent(() => import('./addon-list.tsx'))

export function PackageChoice({ booking, visit }: VisitProps) {
  const { key, car, servicePackage } = visit
  const { offer } = booking
  const rateBp = taxRateOn(offer, visit.date)
  const fitting = offer.packages.filter((one) => !car || packageFits(car, one))
  // The engine's recommended package, or the business's for an unknown engine.
  const recommended =
    car && isKnownCar(car)
      ? fittingPackage(car, offer.packages)
      : fitting.find(({ isRecommended }) => isRecommended)
  if (fitting.length === 0)
    return (
      <p>{t("None of our packages fits this car. Please contact us, and we'll find a way.")}</p>
    )
  return (
    <>
      <RadioCards
        legend={t('Package')}
        value={servicePackage?.id}
        onChange={(packageId) => booking.change(key, { packageId })}
        error={booking.problem('servicePackageId') ?? booking.problem('addons')}
        options={offer.packages.map((one) => ({
          value: one.id,
          title:
            one === recommended ? (
              <>
                {one.name} <Badge color="amber">{t('Recommended')}</Badge>
              </>
            ) : (
              one.name
            ),
          description: !booking.byOffice && one.description,
          aside: <Money cents={priceOn(one, visit.date)} />,
          disabledReason: !fitting.includes(one) && t('Not for this engine'),
        }))}
      />
      {rateBp ? (
        <p className="mt-2 px-1 text-sm text-soft">
          {t('Prices {plus}.', { plus: plusSalesTax(rateBp) })}
        </p>
      ) : null}
      {offer.addons.length > 0 && (
        <Suspense fallback={<Skeleton className="mt-2.5 h-40 w-full rounded-card!" />}>
          <AddonList booking={booking} visit={visit} />
        </Suspense>
      )}
    </>
  )
}
