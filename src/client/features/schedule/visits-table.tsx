import { officePaths } from '#shared/rules/office-paths.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { Money } from '#client/ui/money.tsx'
import { Table } from '#client/ui/table.tsx'
import type { Column } from '#client/ui/table-column.ts'
import { TextLink } from '#client/ui/button.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatSlot } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { ConfirmRequest } from './confirm-request.tsx'
import { LazyAssignSelect } from './lazy-assign-select.tsx'
import { VisitCustomer } from './visit-customer.tsx'

interface VisitsTableProps {
  /** Undefined while loading. */
  jobs: readonly Job[] | undefined
  technicians: readonly Technician[]
  /** Shows the day, for lists over several days. */
  withDay: boolean
}

/** Visits with a select to assign their technician. */
export function VisitsTable(props: VisitsTableProps) {
  return (
    <Table
      caption={t('Visits')}
      columns={columnsFor(props)}
      rows={props.jobs}
      expected={4}
      initialSort="when"
      rowKey={(job) => job.id}
    />
  )
}

function columnsFor(props: VisitsTableProps): Column<Job>[] {
  const { jobs = [], technicians, withDay } = props
  return [
    {
      key: 'when',
      header: t('Time'),
      main: true,
      sortBy: (job) => job.startsAt,
      className: 'whitespace-nowrap',
      cell: (job) => (
        <>
          {withDay && <span className="block">{formatDay(job.scheduledDate)}</span>}
          <span className={withDay ? 'font-normal text-soft' : ''}>
            {formatSlot(job.scheduledTime)}
          </span>
        </>
      ),
    },
    {
      key: 'customer',
      header: t('Customer'),
      sortBy: (job) => job.customer.name,
      cell: (job) => (
        <>
          <span className="block md:max-w-36 md:truncate" title={job.customer.name}>
            <VisitCustomer job={job} />
          </span>
          <TextLink href={officePaths.officeVisit(job.id)} className="font-normal! text-soft">
            {job.number}
          </TextLink>
        </>
      ),
    },
    {
      key: 'car',
      header: t('Car'),
      className: 'md:min-w-40',
      cell: ({ vehicle, serviceAddress }) => (
        <>
          <span className="block">{vehicleName(vehicle)}</span>
          <span className="line-clamp-1 text-soft" title={serviceAddress}>
            {serviceAddress}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      header: t('Status'),
      sortBy: (job) => job.status,
      cell: (job) => (
        <>
          <VisitBadge job={job} />
          <ConfirmRequest job={job} />
        </>
      ),
    },
    {
      key: 'amount',
      header: t('Amount'),
      align: 'end',
      sortBy: (job) => Number(job.finalAmount),
      cell: (job) => <Money amount={job.finalAmount} />,
    },
    {
      key: 'technician',
      header: t('Technician'),
      className: 'md:min-w-40',
      sortBy: (job) => job.technician?.name,
      cell: (job) => <LazyAssignSelect job={job} jobs={jobs} technicians={technicians} />,
    },
  ]
}
