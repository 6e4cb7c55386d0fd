import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { noOilPhrase, oilTypeLabel } from '#shared/rules/oil.ts'
import { hasNoEngineOil } from '#shared/rules/packages.ts'
import { shownCapacity } from '#shared/rules/shown-capacity.ts'
import { t, translate, wording } from '#shared/texts/t.ts'

export function OilCard({ vehicle }: { vehicle: Vehicle }) {
  const { oilType, measuredQuarts } = vehicle
  if (hasNoEngineOil(vehicle))
    return (
      <Card title={t('Oil')}>
        <p>{wording(noOilPhrase(vehicle))}</p>
      </Card>
    )
  if (!oilType) return null
  const { quarts, sure, confidence, source } = shownCapacity(vehicle)
  const words = [
    ...(source ? [source] : []),
    ...(sure ? [] : [t('Your technician confirms it during the visit.')]),
    ...(measuredQuarts === null
      ? []
      : [t('Measured by your technician: {quarts} qt.', { quarts: measuredQuarts })]),
  ]
  return (
    <Card
      title={t('Oil')}
      action={<Badge color={sure ? 'green' : 'amber'}>{translate(confidence)}</Badge>}
    >
      <Facts
        items={[
          { label: t('Oil type'), value: translate(oilTypeLabel(oilType)) },
          { label: t('Oil capacity'), value: quartsWords(quarts, sure) },
        ]}
      />
      <p className="mt-3 text-sm text-soft">
        {words.map((sentence) => translate(sentence)).join(' ')}
      </p>
    </Card>
  )
}

function quartsWords(quarts: number | null, sure: boolean): string {
  if (quarts === null) return t('Technician will confirm')
  return sure ? t('{quarts} quarts', { quarts }) : t('About {quarts} quarts', { quarts })
}
