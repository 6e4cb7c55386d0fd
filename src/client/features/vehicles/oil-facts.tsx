import { Facts } from '#client/ui/facts.tsx'
import type { VehicleSpec } from '#shared/contract/vehicles.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { shownCapacity } from '#shared/rules/oil-capacity.ts'
import { t, translate } from '#shared/texts/t.ts'

/** What a lookup found: the car and the oil it needs, with where the amount comes from. */
export function OilFacts({ spec }: { spec: VehicleSpec }) {
  return (
    <>
      <Facts
        items={[
          { label: t('Year'), value: spec.year },
          { label: t('Make'), value: spec.make },
          { label: t('Model'), value: spec.model },
          { label: t('Trim'), value: spec.trim },
          { label: t('Engine'), value: spec.engine },
          { label: t('Oil type'), value: translate(oilTypeLabel(spec.oilType)) },
          {
            label: t('Oil capacity'),
            value:
              spec.oilCapacity === null
                ? t('Technician will confirm')
                : t('{quarts} quarts', { quarts: spec.oilCapacity }),
          },
          {
            label: t('Recommended service'),
            value: translate(oilTypeLabel(spec.recommendedServiceLevel)),
          },
        ]}
      />
      <p className="mt-3 text-sm text-soft">
        {translate(spec.note ?? shownCapacity(spec).source ?? '')}
      </p>
    </>
  )
}
