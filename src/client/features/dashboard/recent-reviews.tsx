import { Star } from 'lucide-react'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Stars } from '#client/ui/stars.tsx'
import { formatNumber, formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const shownAtMost = 3

export function RecentReviews() {
  const reviews = useCall('GET /api/reviews/recent')
  return (
    <Card title={t('Recent Reviews')}>
      <List
        list={reviews}
        failed={t('The reviews could not be loaded')}
        loading={<Skeleton className="h-96 w-full" />}
        empty={
          <EmptyState
            icon={<Star />}
            title={t('No reviews yet')}
            text={t('We ask customers for one after each visit.')}
          />
        }
      >
        {(items) => (
          <ul className="divide-y divide-line">
            {items.slice(0, shownAtMost).map((review) => (
              <li key={review.id} className="py-3 first:pt-0 last:pb-0">
                <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="font-medium">{review.customerName || t('Former customer')}</span>
                  <span className="text-sm text-soft">{formatRelative(review.createdAt)}</span>
                </p>
                <Stars
                  rating={review.rating}
                  label={t('{rating} of 5 stars', { rating: formatNumber(review.rating) })}
                />
                {review.comment && <p className="mt-1 line-clamp-3">{review.comment}</p>}
              </li>
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}
