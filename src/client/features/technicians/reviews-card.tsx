import { useCall } from '#client/app/queries.ts'
import { ReviewList } from '#client/app/review-list.tsx'
import { Card } from '#client/ui/card.tsx'
import { t } from '#shared/texts/t.ts'

/** What customers said of one technician, newest first. */
export function ReviewsCard({ id }: { id: string }) {
  const reviews = useCall('GET /api/admin/technicians/{id}/reviews', { params: { id } })
  return (
    <Card title={t('Reviews')}>
      <ReviewList list={reviews} shownAtMost={8} />
    </Card>
  )
}
