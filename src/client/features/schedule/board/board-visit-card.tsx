import { clsx } from 'clsx'
import { EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import { type Leg, riskColor, riskWords } from '#client/app/driving-distance.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { IconButton, TextLink } from '#client/ui/button.tsx'
import { Menu, type MenuItem } from '#client/ui/menu.tsx'
import { Money } from '#client/ui/money.tsx'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import { cityAndZip } from '#shared/rules/addresses-shown.ts'
import { isActiveJob, isNotStarted } from '#shared/rules/jobs.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { alreadyInStatus } from '#shared/rules/status-labels.ts'
import { shortVehicleName, vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, wording } from '#shared/texts/t.ts'
import { ConfirmRequest } from '../confirm-request.tsx'
import { VisitCustomer } from '../visit-customer.tsx'
import { lockVisit, VisitLock } from '../visit-lock.tsx'
import { whyFixed } from './drop-rules.ts'

export type VisitCommands = {
  assign: (job: BoardVisit) => void
  move: (job: BoardVisit) => void
  unassign: (job: BoardVisit) => void
  block: (slot: string) => void
}

interface BoardVisitCardProps {
  job: BoardVisit
  commands: VisitCommands
  /** Whether it matches the search; null without a search. */
  found: boolean | null
  /** Shown unless the row or column is the technician's. */
  note?: string | undefined
  /** The drive from the technician's visit before. */
  leg?: Leg | undefined
}

export const BoardVisitCard = memo(function BoardVisitCard(props: BoardVisitCardProps) {
  const { job, commands, found, note, leg } = props
  const risk = leg && riskWords(leg)
  const { vehicle, number } = job
  const isRequest = job.needsConfirmation && isActiveJob(job.status)
  const fixed = whyFixed(job)
  return (
    <article
      data-stop={`visit:${job.id}`}
      data-drag={job.id}
      tabIndex={-1}
      aria-label={t('{number}, {car}, {customer}', {
        number,
        car: vehicleName(vehicle),
        customer: job.customer.name,
      })}
      className={clsx(
        'board-card rounded-control border px-2 py-1.5 text-sm shadow-lift select-none',
        isRequest ? 'border-dashed border-amber' : 'border-line',
        fixed || found === false ? 'bg-sunken' : 'bg-card',
        !fixed && 'cursor-grab',
        found === true && 'outline-2 outline-amber',
        found === false && 'text-soft shadow-none grayscale',
      )}
    >
      <p className="flex flex-wrap justify-between gap-x-2">
        <span className="font-semibold" title={vehicleName(vehicle)}>
          {shortVehicleName(vehicle)}
        </span>
        <span className="text-soft" title={job.serviceAddress}>
          {cityAndZip(job.serviceAddress).replace(/,\s*[A-Z]{2}\s+/i, ' ')}
        </span>
      </p>
      <p className="flex flex-wrap justify-between gap-x-2">
        <span className="min-w-0">
          <VisitCustomer job={job} /> <VisitLock job={job} />
        </span>
        <Money amount={job.finalAmount} />
      </p>
      <div className="-mb-1 flex flex-wrap items-center gap-x-1">
        <span className="[&>span]:border-0 [&>span]:bg-transparent [&>span]:px-0">
          <VisitBadge job={job} />
        </span>
        <TextLink href={officePaths.officeVisit(job.id)} tabIndex={-1} draggable={false}>
          {number}
        </TextLink>
        {note && <span className="text-soft">{note}</span>}
        <span className="-mr-1.5 ml-auto [&>button]:not-pointer-coarse:w-6">
          <Menu
            items={() => itemsFor(job, commands)}
            trigger={(menu) => (
              <IconButton
                {...menu}
                size="small"
                tabIndex={-1}
                icon={<EllipsisVertical className="size-4!" />}
                label={t('Assign or move {number}', { number })}
              />
            )}
          />
        </span>
      </div>
      {risk && <p className={clsx('font-medium', riskColor(leg))}>{risk}</p>}
      <ConfirmRequest job={job} />
    </article>
  )
})

function itemsFor(job: BoardVisit, commands: VisitCommands): MenuItem[] {
  const fixed = whyFixed(job)
  return [
    { label: t('Open the visit'), href: officePaths.officeVisit(job.id) },
    { label: t('action|Assign'), onSelect: () => commands.assign(job), disabledReason: fixed },
    { label: t('action|Move'), onSelect: () => commands.move(job), disabledReason: fixed },
    {
      label: t('Take off the technician'),
      onSelect: () => commands.unassign(job),
      disabledReason: fixed ?? (job.technicianId ? null : wording(alreadyInStatus('scheduled'))),
    },
    {
      label: job.technicianLock === 'office' ? t('Remove the lock') : t('Lock to its technician'),
      onSelect: () => void lockVisit(job, job.technicianLock !== 'office'),
      disabledReason: job.technicianId
        ? !isNotStarted(job.status) && wording(alreadyInStatus(job.status))
        : t('Assign a technician first.'),
    },
    ...(job.technicianLock === 'promise'
      ? [{ label: t('Remove the promise'), onSelect: () => void lockVisit(job, false) }]
      : []),
    { label: t('Block or open this time'), onSelect: () => commands.block(job.scheduledTime) },
  ]
}

/** Whether a visit's data contains all search words. */
export function isFound(job: BoardVisit, words: string): boolean {
  const text = [
    job.number,
    vehicleName(job.vehicle),
    job.vehicle.licensePlate,
    job.customer.name,
    job.customer.phone,
    job.serviceAddress,
    job.technician?.name ?? '',
  ]
    .join(' ')
    .toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
