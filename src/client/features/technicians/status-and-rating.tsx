import { Badge, StatusBadge } from '#client/ui/badge.tsx'
import { Stars } from '#client/ui/stars.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { technicianStatusLabels } from '#shared/rules/technicians.ts'
import { formatRating } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const colors = { active: 'green', waiting: 'amber', deactivated: 'gray' } as const

export function TechnicianStatus({ technician }: { technician: Technician }) {
  const { status, inProgress } = technician
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge color={colors[status]}>{translate(technicianStatusLabels[status])}</StatusBadge>
      {inProgress && <Badge color="blue">{t('Working')}</Badge>}
    </span>
  )
}

/** Average rating, or "New" without reviews. */
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
