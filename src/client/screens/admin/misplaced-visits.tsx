import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { LazyAssignSelect } from '#client/features/schedule/lazy-assign-select.tsx'
import { TextLink, LinkButton, SmallButton } from '#client/ui/button.tsx'
import type { MisplacedVisit } from '#shared/contract/attention.ts'
import { isNotStarted } from '#shared/rules/jobs.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { callThem } from '#shared/rules/reach.ts'
import { formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

const MoveDialog = lazyDialog(() => import('./office-reschedule-dialog.tsx'))

interface MisplacedVisitsProps {
  visits: readonly MisplacedVisit[]
  /** The fix to offer. */
  helps: 'assign' | 'move'
}

/** Visits that cannot stay unchanged, each with its fix. */
export function MisplacedVisits({ visits, helps }: MisplacedVisitsProps) {
  const [moving, setMoving] = useState<MisplacedVisit | null>(null)
  const technicians = useCall('GET /api/admin/technicians', undefined, {
    enabled: helps === 'assign',
  })
  return (
    <>
      <ul className="divide-y divide-line">
        {visits.map((visit) => (
          <li
            key={visit.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2"
          >
            <Visit visit={visit} />
            {helps === 'assign' && !isNotStarted(visit.status) ? (
              <LinkButton
                size="small"
                href={officePaths.officeVisit(visit.id)}
                aria-label={t('Complete or end {number}', { number: visit.number })}
              >
                {t('Complete or end it')}
              </LinkButton>
            ) : helps === 'assign' ? (
              <LazyAssignSelect
                job={visit}
                technicians={technicians.data ?? []}
                jobs={visits}
                id={`assign-here-${visit.id}`}
                className="w-44 flex-none"
              />
            ) : (
              <SmallButton
                aria-label={t('Move {number}', { number: visit.number })}
                onClick={() => setMoving(visit)}
              >
                {t('Move')}
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
      {moving && <MoveDialog job={moving} onClose={() => setMoving(null)} />}
    </>
  )
}

function Visit({ visit }: { visit: MisplacedVisit }) {
  const { id, number, customer, scheduledDate, scheduledTime, why } = visit
  const call = callThem(customer)
  return (
    <div className="min-w-0 flex-1 basis-40 text-sm">
      <p>
        <TextLink href={officePaths.officeVisit(id)}>{number}</TextLink>
        <span className="wrap-anywhere">{customer.name && ` · ${customer.name}`}</span>
      </p>
      <p>
        {formatDay(scheduledDate)}, {formatSlotStart(scheduledTime)}
      </p>
      {why && <p className="wrap-anywhere text-amber">{why}</p>}
      {call && <p className="text-soft">{call}</p>}
    </div>
  )
}
