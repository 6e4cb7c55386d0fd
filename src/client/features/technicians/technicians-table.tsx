import { Trash2 } from 'lucide-react'
import { personName } from '#client/app/person-name.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { type Column, Table } from '#client/ui/table.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Technician } from '#shared/contract/admin.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { ApproveButton } from './approve-button.tsx'
import { TechnicianRating } from './technician-rating.tsx'
import { TechnicianStatusBadge } from './technician-status-badge.tsx'

interface TechniciansTableProps {
  technicians: readonly Technician[]
  onDelete: (technician: Technician) => void
}

export function TechniciansTable({ technicians, onDelete }: TechniciansTableProps) {
  const { timeZone } = useBusiness()
  const columns: Column<Technician>[] = [
    {
      key: 'name',
      header: t('Name'),
      main: true,
      sortBy: personName,
      cell: personName,
    },
    {
      key: 'status',
      header: t('Status'),
      sortBy: ({ status }) => status,
      cell: ({ status }) => <TechnicianStatusBadge status={status} />,
    },
    {
      key: 'rating',
      header: t('Rating'),
      sortBy: ({ rating }) => rating,
      cell: ({ rating }) => <TechnicianRating rating={rating} />,
    },
    {
      key: 'jobs',
      header: t('Jobs today'),
      align: 'end',
      sortBy: ({ jobsToday }) => jobsToday,
      cell: ({ jobsToday, inProgress }) =>
        inProgress ? t('{count}, one under way', { count: jobsToday }) : jobsToday,
    },
    {
      key: 'email',
      header: t('E-mail'),
      sortBy: ({ email }) => email,
      cell: ({ email }) => email && <TextLink href={`mailto:${email}`}>{email}</TextLink>,
    },
    {
      key: 'phone',
      header: t('Phone'),
      className: 'sm:whitespace-nowrap',
      cell: ({ phone }) => phone && <TextLink href={`tel:${phone}`}>{phone}</TextLink>,
    },
    {
      key: 'since',
      header: t('Since'),
      className: 'sm:whitespace-nowrap',
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => formatInstant(createdAt, timeZone, { year: true }).split(',')[0],
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (technician) => <Actions technician={technician} onDelete={onDelete} />,
    },
  ]
  return (
    <Table
      caption={t('Technicians')}
      columns={columns}
      rows={technicians}
      rowKey={({ id }) => id}
    />
  )
}

function Actions({ technician, onDelete }: {
  technician: Technician
  onDelete: (technician: Technician) => void
}) {
  return (
    <span className="inline-flex items-center gap-1">
      {technician.status === 'waiting' && <ApproveButton technician={technician} />}
      <span className="max-sm:hidden">
        <IconButton
          size="small"
          icon={<Trash2 />}
          label={t('Delete {name}', { name: personName(technician) })}
          onClick={() => onDelete(technician)}
        />
      </span>
      <Button size="small" variant="quiet" className="sm:hidden" onClick={() => onDelete(technician)}>
        {t('Delete')}
      </Button>
    </span>
  )
}
