import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { paths } from '#shared/rules/paths.ts'
import { unitAndName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatNumber, formatSlot, formatVisit } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { AddressLink } from './maps-link.tsx'

interface VisitCardProps {
  job: Job
  badge: ReactNode
  /** Shows the day, for lists over several days. */
  withDay?: boolean
  /** Highlights the day's next visit. */
  next?: boolean
  /** Shown above the card: the distance to it. */
  before?: ReactNode
  children: ReactNode
}

export function VisitCard({ job, badge, withDay, next, before, children }: VisitCardProps) {
  const { vehicle } = job
  const oil = [
    job.servicePackageName,
    vehicle.oilCapacity !== null && t('{quarts} qt', { quarts: formatNumber(vehicle.oilCapacity) }),
    !namesOil(job) && translate(oilTypeLabel(job.oilType)),
  ]
  return (
    <li>
      {before}
      <div
        className={clsx(
          'rounded-card border bg-card px-4 py-4 shadow-lift',
          next ? 'border-amber ring-1 ring-amber' : 'border-line',
        )}
      >
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
          <h3 className="text-lg">
            {withDay && <span className="block">{formatDay(job.scheduledDate)}</span>}
            {formatSlot(job.scheduledTime)}
          </h3>
          {badge}
        </div>
        <p className="mt-1 font-medium">{unitAndName(vehicle)}</p>
        <p className="text-soft">{oil.filter(Boolean).join(' · ')}</p>
        <p className="text-soft">{[job.customer.name, job.number].filter(Boolean).join(' · ')}</p>
        <AddressLink address={job.serviceAddress} className="mt-1" />
        <div className="mt-2">{children}</div>
      </div>
    </li>
  )
}

/** Most packages are named after their oil; don't show it twice. */
function namesOil({ servicePackageName, oilType }: Job): boolean {
  const plain = (words: string) => words.toLowerCase().replaceAll('-', ' ')
  return plain(servicePackageName).includes(plain(translate(oilTypeLabel(oilType))))
}

export function LaterVisitRow({ job, badge }: { job: Job; badge: ReactNode }) {
  return (
    <li>
      <Anchor
        href={paths.job(job.id)}
        className="flex min-h-18 items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-ink/3 sm:px-5"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
            {formatVisit(job.scheduledDate, job.scheduledTime)}
            {badge}
          </span>
          <span className="block truncate text-soft">
            {unitAndName(job.vehicle)} · {job.serviceAddress}
          </span>
        </span>
        <span className="flex flex-none items-center text-sm font-semibold">
          <span className="max-sm:sr-only">{t('View Details')}</span>
          <ChevronRight />
        </span>
      </Anchor>
    </li>
  )
}
