import { useCall } from '#client/app/queries.ts'
import { ReviewList } from '#client/app/review-list.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { t } from '#shared/texts/t.ts'

export function RecentReviews() {
  const reviews = useCall('GET /api/reviews/recent')
  return (
    <Card title={t('Recent Reviews')}>
      <ReviewList
        list={reviews}
        shownAtMost={3}
        brief
        loading={<Skeleton className="h-96 w-full" />}
      />
    </Card>
  )
}
