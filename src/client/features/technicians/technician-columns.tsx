import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { personName } from '#client/app/person-name.ts'
import type { ListColumn } from '#client/app/list/use-list.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Technician } from '#shared/contract/admin.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { ApproveButton } from './approve-button.tsx'
import { TechnicianRating } from './technician-rating.tsx'
import { TechnicianStatusBadge } from './technician-status-badge.tsx'

type OnDelete = (technician: Technician) => void

export function technicianColumns(
  timeZone: string,
  onDelete: OnDelete,
): ListColumn<'GET /api/admin/technicians'>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      main: true,
      sortBy: personName,
      cell: (technician) => (
        <span className="block sm:max-w-52 sm:truncate" title={personName(technician)}>
          {personName(technician)}
        </span>
      ),
    },
    {
      key: 'status',
      header: t('Status'),
      sortBy: ({ status }) => status,
      cell: ({ status, inProgress }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <TechnicianStatusBadge status={status} />
          {inProgress && <Badge color="blue">{t('Working')}</Badge>}
        </span>
      ),
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
      cell: ({ jobsToday }) => jobsToday,
    },
    {
      key: 'email',
      header: t('E-mail'),
      sortBy: ({ email }) => email,
      cell: ({ email }) =>
        email && (
          <TextLink
            href={`mailto:${email}`}
            title={email}
            className="block truncate max-sm:max-w-60 sm:max-w-52"
          >
            {email}
          </TextLink>
        ),
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
}

function Actions({ technician, onDelete }: { technician: Technician; onDelete: OnDelete }) {
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
      <Button
        size="small"
        variant="quiet"
        className={clsx('sm:hidden', technician.status !== 'waiting' && '-ml-3')}
        onClick={() => onDelete(technician)}
      >
        {t('Delete')}
      </Button>
    </span>
  )
}
