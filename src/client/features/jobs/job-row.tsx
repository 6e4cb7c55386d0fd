import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { useNow } from '#client/app/clock.ts'
import { useBusiness } from '#client/app/session.ts'
import { Anchor } from '#client/ui/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { overdue } from '#shared/rules/overdue.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { PriceReasons, VisitMoney } from '#client/app/visit-price.tsx'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { VisitTime } from '#client/app/visit-time.tsx'

interface JobRowProps {
  job: Job
  actions: ReactNode
  isNamed?: boolean
}

export function JobRow({ job, actions, isNamed = false }: JobRowProps) {
  const late = overdue(job, useNow(), useBusiness().today)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isNamed) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [isNamed])
  return (
    <li
      ref={row}
      tabIndex={isNamed ? -1 : undefined}
      aria-current={isNamed || undefined}
      className="px-4 py-4 outline-none aria-[current]:bg-oil/10 sm:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="min-w-0">
          <p className="font-semibold">
            <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
          </p>
          <p>{vehicleName(job.vehicle)}</p>
          <p className="text-sm text-soft">
            {[job.servicePackageName, job.serviceAddress].filter(Boolean).join(' · ')}
          </p>
          {job.accessNotes && isActiveJob(job.status) && (
            <p className="text-sm text-soft">
              {t('Getting to the car: {notes}', { notes: job.accessNotes })}
            </p>
          )}
        </div>
        <span className="flex flex-wrap gap-1.5">
          {late && (
            <Badge color="amber">
              {late === 'late' ? t('Running late') : t('Not recorded yet')}
            </Badge>
          )}
          {job.communicationActive && late !== 'unrecorded' && (
            <Anchor href={paths.communication(job.id)} className="rounded-chip hover:underline">
              <Badge color="amber">{t('Live Chat')}</Badge>
            </Anchor>
          )}
          <VisitBadge job={job} />
        </span>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-64 text-sm text-soft">
          <VisitMoney job={job} />
          {' · '}
          {job.number}
          <PriceReasons cost={job.cost} />
        </p>
        <span className="flex flex-wrap gap-2 empty:hidden">{actions}</span>
      </div>
    </li>
  )
}
