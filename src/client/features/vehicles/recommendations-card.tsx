import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { t } from '#shared/texts/t.ts'
import { DeclinedLines } from '#client/app/declined-lines.tsx'

/** What a car's owner put off; nothing if there is none. */
export default function RecommendationsCard({ vehicleId }: { vehicleId: string }) {
  const { data = [] } = useCall('GET /api/vehicles/{id}/recommendations', {
    params: { id: vehicleId },
  })
  if (data.length === 0) return null
  return (
    <Card title={t('Recommended work')}>
      <p className="text-soft">
        {t(
          'You declined this at an earlier visit. Your technician offers it again at the next one.',
        )}
      </p>
      <DeclinedLines lines={data} />
    </Card>
  )
}
