import { Star } from 'lucide-react'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Stars } from '#client/ui/stars.tsx'
import { formatNumber, formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const shownAtMost = 8

/** What customers said of one technician, newest first. */
export function ReviewsCard({ id }: { id: string }) {
  const reviews = useCall('GET /api/admin/technicians/{id}/reviews', { params: { id } })
  return (
    <Card title={t('Reviews')}>
      <List
        list={reviews}
        failed={t('The reviews could not be loaded')}
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
                {review.comment && <p className="mt-1 wrap-anywhere">{review.comment}</p>}
              </li>
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}
