import { CalendarDays } from 'lucide-react'
import { ListCard } from '#client/app/list/list.tsx'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { ReceiptButton, VisitMoney } from '#client/app/visit-price.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const pageSize = 10

export function VisitsCard({ id }: { id: string }) {
  const visits = usePaginatedQuery('GET /api/admin/customers/{id}/jobs', {
    params: { id },
    query: { limit: pageSize },
  })
  return (
    <ListCard
      title={t('Visits and payments')}
      list={visits}
      failed={t('The visits could not be loaded')}
      empty={
        <EmptyState
          icon={<CalendarDays />}
          title={t('No visits yet')}
          action={
            <LinkButton href={officePaths.bookFor({ customerId: id })}>
              {t('Book for this customer')}
            </LinkButton>
          }
        />
      }
      more={t('Show older visits')}
    >
      {(job) => <Visit key={job.id} job={job} />}
    </ListCard>
  )
}

function Visit({ job }: { job: Job }) {
  return (
    <li className="px-4 py-3 sm:px-5">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <TextLink href={officePaths.officeVisit(job.id)} className="font-medium">
          {formatVisit(job.scheduledDate, job.scheduledTime, { year: true })}
        </TextLink>
        <VisitBadge job={job} />
      </p>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere text-soft">
          {[job.number, vehicleName(job.vehicle), job.servicePackageName].join(' · ')}
          <br />
          <VisitMoney job={job} forOffice />
        </p>
        {job.invoice && (
          <LinkButton
            size="small"
            href={fileUrls.invoicePdf(job.id)}
            download=""
            aria-label={t('Invoice of {number} (PDF)', { number: job.number })}
          >
            {t('Invoice (PDF)')}
          </LinkButton>
        )}
        <ReceiptButton job={job} />
      </div>
    </li>
  )
}
