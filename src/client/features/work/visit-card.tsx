import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Job } from '#shared/contract/jobs.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatNumber, formatSlot } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { AddressLink } from './maps-link.tsx'

interface VisitCardProps {
  job: Job
  badge: ReactNode
  /** Says the day too, where the list spans several. */
  withDay?: boolean
  /** The one of the day that matters now. */
  next?: boolean
  /** Said above the card: the way to it. */
  before?: ReactNode
  children: ReactNode
}

/** A visit at a glance: when, which car, which oil, where; and what to do with it. */
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
        <p className="mt-1 font-medium">{vehicleName(vehicle)}</p>
        <p className="text-soft">{oil.filter(Boolean).join(' · ')}</p>
        <p className="text-soft">{[job.customer.name, job.number].filter(Boolean).join(' · ')}</p>
        <AddressLink address={job.serviceAddress} className="mt-1" />
        <div className="mt-2">{children}</div>
      </div>
    </li>
  )
}

/** Most packages are named after their oil; then it is not said twice. */
function namesOil({ servicePackageName, oilType }: Job): boolean {
  const plain = (words: string) => words.toLowerCase().replaceAll('-', ' ')
  return plain(servicePackageName).includes(plain(oilTypeLabel(oilType)))
}
