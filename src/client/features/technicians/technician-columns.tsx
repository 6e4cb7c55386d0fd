import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { PhoneLink } from '#client/app/phone-link.tsx'
import { personName } from '#client/app/person-name.ts'
import type { ListColumn } from '#client/app/list/use-list.ts'
import { Badge, StatusBadge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Stars } from '#client/ui/stars.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { formatInstantDay, formatRating } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { ApproveButton } from './approve-button.tsx'

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
        <span
          className="block wrap-anywhere sm:line-clamp-2 sm:max-w-52 sm:min-w-32"
          title={personName(technician)}
        >
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
          {status === 'active' ? (
            <StatusBadge color="green">{t('person|Active')}</StatusBadge>
          ) : (
            <StatusBadge color="amber">{t('Waiting for approval')}</StatusBadge>
          )}
          {inProgress && <Badge color="blue">{t('Working')}</Badge>}
        </span>
      ),
    },
    {
      key: 'rating',
      header: t('Rating'),
      sortBy: ({ rating }) => rating,
      cell: ({ rating }) => <Rating rating={rating} />,
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
            className="block wrap-anywhere sm:line-clamp-2 sm:max-w-52 sm:min-w-36"
          >
            {email}
          </TextLink>
        ),
    },
    {
      key: 'phone',
      header: t('Phone'),
      className: 'sm:whitespace-nowrap',
      cell: ({ phone }) => phone && <PhoneLink number={phone} />,
    },
    {
      key: 'since',
      header: t('Since'),
      className: 'sm:whitespace-nowrap',
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => formatInstantDay(createdAt, timeZone),
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (technician) => <Actions technician={technician} onDelete={onDelete} />,
    },
  ]
}

/** The mean of their reviews; "New" without any. */
function Rating({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="text-soft">{t('New')}</span>
  const shown = formatRating(rating)
  return (
    <span className="whitespace-nowrap">
      <Stars rating={rating} label={t('{rating} of 5 stars', { rating: shown })} />{' '}
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}

function Actions({ technician, onDelete }: { technician: Technician; onDelete: OnDelete }) {
  return (
    <span className="inline-flex items-center gap-1">
      {technician.status === 'waiting' && (
        <ApproveButton id={technician.id} name={personName(technician)} />
      )}
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
