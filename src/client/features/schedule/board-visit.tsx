import { clsx } from 'clsx'
import { paths } from '#shared/rules/paths.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Technician } from '#shared/contract/admin.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { mayTransition } from '#shared/rules/job-transitions.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { AssignSelect } from './assign-select.tsx'
import { ConfirmRequest } from './confirm-request.tsx'

interface BoardVisitProps {
  job: Job
  jobs: readonly Job[]
  technicians: readonly Technician[]
}

/** One visit on the board: enough to know it, and who does it. */
export function BoardVisit({ job, jobs, technicians }: BoardVisitProps) {
  const { vehicle } = job
  return (
    <article className="rounded-control border border-line bg-card p-2.5 text-sm shadow-lift">
      <p className="flex flex-wrap items-center justify-between gap-1">
        <TextLink href={paths.job(job.id)}>{job.number}</TextLink>
        <VisitBadge job={job} />
      </p>
      <p className="mt-1 font-medium">{job.customer.name}</p>
      <p className="text-soft">{vehicleName(vehicle)}</p>
      <p className="line-clamp-2 text-soft" title={job.serviceAddress}>
        {job.serviceAddress}
      </p>
      <ConfirmRequest job={job} />
      <AssignSelect
        job={job}
        jobs={jobs}
        technicians={technicians}
        // The column says who did it; on a phone there are no columns.
        className={clsx(
          'mt-2 block font-medium',
          !mayTransition('assign', job.status, 'admin') && 'md:hidden',
        )}
      />
    </article>
  )
}
