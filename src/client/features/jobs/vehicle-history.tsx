import { ListCard } from '#client/app/list/list.tsx'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { ReceiptButton, VisitMoney } from '#client/app/visit-price.tsx'
import { JobStatusBadge } from '#client/app/status-badges.tsx'

const pageSize = 20

export function useVehicleJobs(id: string) {
  return usePaginatedQuery('GET /api/vehicles/{id}/jobs', {
    params: { id },
    query: { limit: pageSize },
  })
}

export function VehicleHistory({ jobs }: { jobs: ReturnType<typeof useVehicleJobs> }) {
  return (
    <ListCard
      title={t('Service history')}
      list={jobs}
      failed={t('The service history could not be loaded')}
      loading={
        <div className="space-y-3 px-4 pb-4 sm:px-5">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      }
      empty={<p className="px-4 pb-5 text-soft sm:px-5">{t('No service with us yet')}</p>}
      more={t('Show older visits')}
    >
      {(job) => <Visit key={job.id} job={job} />}
    </ListCard>
  )
}

function Visit({ job }: { job: Job }) {
  const when = formatVisit(job.scheduledDate, job.scheduledTime, { year: true })
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <p className="min-w-0 font-semibold">{when}</p>
        <JobStatusBadge status={job.status} />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56 text-sm text-soft">
          <VisitMoney job={job} />
          {' · '}
          {job.servicePackageName}
          {' · '}
          {job.number}
        </p>
        <ReceiptButton job={job} />
      </div>
    </li>
  )
}
