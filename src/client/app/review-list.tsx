import { clsx } from 'clsx'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { List, type LoadedList } from '#client/app/list/list.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Stars } from '#client/ui/stars.tsx'
import type { Review } from '#shared/contract/admin.ts'
import { formatNumber, formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface ReviewListProps {
  list: LoadedList<Review>
  loading?: ReactNode
  shownAtMost: number
  brief?: boolean
}

/** Customer reviews, newest first. */
export function ReviewList({ shownAtMost, brief, ...list }: ReviewListProps) {
  return (
    <List
      {...list}
      failed={t('The reviews could not be loaded')}
      empty={
        <EmptyState
          icon={<Star />}
          title={t('No reviews yet')}
          text={t('We ask customers for one after each visit.')}
        />
      }
    >
      {(reviews) => (
        <ul className="divide-y divide-line">
          {reviews.slice(0, shownAtMost).map((review) => (
            <li key={review.id} className="py-3 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{review.customerName || t('Former customer')}</span>
                <span className="text-sm text-soft">{formatRelative(review.createdAt)}</span>
              </p>
              <Stars
                rating={review.rating}
                label={t('{rating} of 5 stars', { rating: formatNumber(review.rating) })}
              />
              {review.comment && (
                <p className={clsx('mt-1 wrap-anywhere', brief && 'line-clamp-3')}>
                  {review.comment}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </List>
  )
}
