import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { Anchor } from '#client/ui/text-link.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** A visit of another day, the whole row a link. */
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
            {vehicleName(job.vehicle)} · {job.serviceAddress}
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
