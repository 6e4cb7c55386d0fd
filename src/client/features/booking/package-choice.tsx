import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import type { ServicePackage } from '#shared/contract/catalog.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { packageFits } from '#shared/rules/packages.ts'
import { t } from '#shared/texts/t.ts'

interface PackageChoiceProps {
  vehicle: Vehicle
  packages: readonly ServicePackage[]
  chosen: ServicePackage | undefined
  onChoose: (id: string) => void
}

/** The package with its price; the list to change it opens on demand. */
export function PackageChoice({ vehicle, packages, chosen, onChoose }: PackageChoiceProps) {
  const [open, setOpen] = useState(false)
  if (!chosen)
    return <p>{t('None of our packages fits this car. Please contact us and we find a way.')}</p>
  if (!open)
    return (
      <div className="flex items-center justify-between gap-4 rounded-card border border-line bg-card px-4 py-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{chosen.name}</span>
            <Money cents={centsFromDollars(chosen.basePrice)} className="font-medium" />
          </p>
          <p className="text-sm text-soft">{chosen.description}</p>
        </div>
        <Button onClick={() => setOpen(true)}>{t('Change')}</Button>
      </div>
    )
  return (
    <RadioCards
      legend={t('Which oil?')}
      value={chosen.id}
      onChange={onChoose}
      options={packages.map((one) => ({
        value: one.id,
        title: one.name,
        description: one.description,
        aside: <Money cents={centsFromDollars(one.basePrice)} />,
        disabledReason: !packageFits(vehicle, one) && t('Not for this engine'),
      }))}
    />
  )
}
