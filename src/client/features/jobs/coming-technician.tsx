import { UserRound } from 'lucide-react'
import { Avatar } from '#client/ui/avatar.tsx'
import { useCall } from '#client/app/queries.ts'
import { Stars } from '#client/ui/stars.tsx'
import type { Job, TechnicianRating } from '#shared/contract/jobs.ts'
import { formatRating } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

interface ComingTechnicianProps {
  technician: NonNullable<Job['technician']>
  rating?: TechnicianRating | null | undefined
}

function ComingTechnician({ technician: { name, photoUrl }, rating }: ComingTechnicianProps) {
  return (
    <span className="inline-flex items-center gap-3">
      {name || photoUrl ? (
        <Avatar name={name} url={photoUrl} />
      ) : (
        <UserRound className="text-soft" />
      )}
      <span>
        {name ? t('{name} is your technician', { name }) : t('A technician is assigned')}
        {rating && <Rated {...rating} />}
      </span>
    </span>
  )
}

function Rated({ mean, count }: TechnicianRating) {
  const rating = formatRating(mean)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-sm text-soft">
      <Stars rating={mean} label={t('{rating} of 5 stars', { rating })} />
      <span aria-hidden="true">{rating}</span>
      <span>{plural(count, { one: '{count} review', other: '{count} reviews' })}</span>
    </span>
  )
}

export function OwnTechnician({ job }: { job: Job }) {
  const { id, technician } = job
  const rating = useCall(
    'GET /api/jobs/{id}/technician-rating',
    { params: { id } },
    { enabled: technician !== null },
  )
  return technician && <ComingTechnician technician={technician} rating={rating.data} />
}
