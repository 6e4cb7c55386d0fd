import { Stars } from '#client/ui/stars.tsx'
import { formatRating } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** The mean of their reviews; "New" without any. */
export function TechnicianRating({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="text-soft">{t('New')}</span>
  const shown = formatRating(rating)
  return (
    <span className="whitespace-nowrap">
      <Stars rating={rating} label={t('{rating} of 5 stars', { rating: shown })} />{' '}
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
