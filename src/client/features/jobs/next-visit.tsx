import { CarFront, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNow } from '#client/app/clock.ts'
import { useBusiness } from '#client/app/session.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Dipstick } from '#client/brand/dipstick.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { overdue } from '#shared/rules/overdue.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'
import { VisitBadge } from '#client/app/status-badges.tsx'
import { OwnTechnician } from './coming-technician.tsx'

export function NextVisit({ job, actions }: { job: Job; actions: ReactNode }) {
  const { today } = useBusiness()
  const stage = stageOf(job, overdue(job, useNow(), today))
  return (
    <section
      aria-labelledby="next-visit"
      className="rounded-card border border-line bg-card px-5 py-5 shadow-lift sm:px-7 sm:py-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="next-visit" className="text-sm font-medium tracking-normal text-soft">
          {job.needsConfirmation ? t('Your request') : t('Your next visit')}
        </h2>
        <span className="flex flex-wrap gap-1.5">
          {job.communicationActive && job.scheduledDate >= today && (
            <Badge color="amber">{t('Live')}</Badge>
          )}
          <VisitBadge job={job} />
        </span>
      </div>
      <p className="mt-1 text-2xl font-semibold tracking-tight">
        <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
      </p>
      <Dipstick
        className="mt-3"
        label={t('Your next visit')}
        value={stage.level}
        max={stages}
        valueText={stage.words}
        showValue
      />
      <ul className="mt-4 space-y-1.5">
        <Fact icon={<CarFront />}>
          {vehicleName(job.vehicle)} · {job.servicePackageName}
        </Fact>
        <Fact icon={<MapPin />}>{job.serviceAddress}</Fact>
        {job.technician && (
          <li>
            <OwnTechnician job={job} />
          </li>
        )}
      </ul>
      <div className="mt-5 flex flex-wrap gap-2.5">{actions}</div>
    </section>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="pt-0.5 text-soft">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}

// Booked, assigned, on the way, working, done: five quarts.
const stages = 5

function stageOf(job: Job, late: ReturnType<typeof overdue>): { level: number; words: string } {
  const { status, communicationActive } = job
  if (job.needsConfirmation)
    return { level: 0, words: t('A request: no time is held until we confirm it') }
  if (late === 'unrecorded')
    return { level: 2, words: t('Not recorded yet. If no one came, please contact us.') }
  if (status === 'in_progress') return { level: 4, words: t('Your car is being serviced') }
  if (late === 'late') return { level: 2, words: t('Running late') }
  if (communicationActive) return { level: 3, words: t('Your technician is on the way') }
  if (status === 'assigned') return { level: 2, words: t('Your technician is assigned') }
  return { level: 1, words: t('Booked') }
}
