import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { EmailAddress } from '#client/app/contact-link.tsx'
import type { ListColumn } from '#client/app/list/list-table.tsx'
import { personName } from '#client/app/person-name.ts'
import { PhoneLink } from '#client/app/phone-number.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { IconButton, TextLink, QuietButton } from '#client/ui/button.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ApproveButton, InviteButton } from './approve-and-invite.tsx'
import { skillLabel } from './week-hours.tsx'
import { Badge, StatusBadge } from '#client/ui/badge.tsx'
import { Stars } from '#client/ui/stars.tsx'
import { technicianStatusLabels } from '#shared/rules/technicians.ts'
import { formatRating } from '#shared/texts/format.ts'

type OnDelete = (technician: Technician) => void

export function technicianColumns(onDelete: OnDelete): ListColumn<'GET /api/admin/technicians'>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      main: true,
      sortBy: personName,
      cell: (technician) => (
        <span className="inline-flex items-center gap-3">
          <Avatar name={personName(technician)} url={technician.photoUrl} />
          <TextLink
            href={officePaths.technician(technician.id)}
            title={personName(technician)}
            className="font-medium wrap-anywhere md:line-clamp-2 md:max-w-44 md:min-w-28"
          >
            {personName(technician) || technician.email || t('Technician')}
          </TextLink>
        </span>
      ),
    },
    {
      key: 'status',
      short: 'plain',
      header: t('Status'),
      sortBy: ({ status }) => status,
      cell: (technician) => <TechnicianStatus technician={technician} />,
    },
    {
      key: 'rating',
      short: true,
      header: t('Rating'),
      sortBy: ({ rating }) => rating,
      cell: ({ rating }) => <TechnicianRating rating={rating} />,
    },
    {
      key: 'jobs',
      short: true,
      header: t('Jobs today'),
      align: 'end',
      sortBy: ({ jobsToday }) => jobsToday,
      cell: ({ jobsToday }) => jobsToday,
    },
    {
      key: 'skills',
      short: true,
      header: t('Skills'),
      cell: ({ skills }) => skills.map(skillLabel).join(', '),
    },
    {
      key: 'email',
      short: 'plain',
      header: t('E-mail'),
      sortBy: ({ email }) => email,
      cell: ({ email }) =>
        email && (
          <TextLink
            href={`mailto:${email}`}
            title={email}
            className="block md:line-clamp-2 md:max-w-52 md:min-w-36"
          >
            <EmailAddress>{email}</EmailAddress>
          </TextLink>
        ),
    },
    {
      key: 'phone',
      short: 'plain',
      header: t('Phone'),
      className: 'md:whitespace-nowrap',
      cell: ({ phone }) => phone && <PhoneLink number={phone} />,
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
      {technician.status === 'waiting' && (
        <ApproveButton id={technician.id} name={personName(technician)} />
      )}
      {technician.status === 'deactivated' && <InviteButton technician={technician} />}
      {technician.status !== 'deactivated' && (
        <>
          <span className="max-md:hidden">
            <IconButton
              size="small"
              icon={<Trash2 />}
              label={t('Delete {name}', { name: personName(technician) })}
              onClick={() => onDelete(technician)}
            />
          </span>
          <QuietButton
            className={clsx('md:hidden', technician.status !== 'waiting' && '-ml-3')}
            onClick={() => onDelete(technician)}
          >
            {t('Delete')}
          </QuietButton>
        </>
      )}
    </span>
  )
}

const colors = { active: 'green', waiting: 'amber', deactivated: 'gray' } as const

export function TechnicianStatus({ technician }: { technician: Technician }) {
  const { status, inProgress } = technician
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge color={colors[status]}>{translate(technicianStatusLabels[status])}</StatusBadge>
      {inProgress && <Badge color="blue">{t('Working')}</Badge>}
    </span>
  )
}

/** Average rating, or "New" without reviews. */
export function TechnicianRating({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="text-soft">{t('New')}</span>
  const shown = formatRating(rating)
  return (
    <span className="whitespace-nowrap">
      <Stars rating={rating} label={t('{rating} of 5 stars', { rating: shown })} />{' '}
      <span aria-hidden="true">{shown}</span>
    </span>
  )
}
