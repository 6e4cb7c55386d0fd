import { Navigation } from 'lucide-react'
import {
  legBetween,
  legToFirst,
  legWords,
  riskColor,
  riskWords,
  useRoad,
} from '#client/app/driving-distance.ts'
import { useBusiness } from '#client/app/session.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatDay, formatSlot } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { MapsLink } from './maps-link.tsx'

/** The next visit, within thumb reach. */
export function NextStopBar({ job }: { job: Job }) {
  const { today } = useBusiness()
  const { unitNumber, make, model } = job.vehicle
  return (
    <BottomBar
      summary={
        <>
          <span className="block truncate font-semibold">
            {[unitNumber, `${make} ${model}`].filter(Boolean).join(' · ')}
          </span>
          <span className="block truncate text-sm tracking-tight text-soft">
            {job.scheduledDate === today
              ? formatSlot(job.scheduledTime)
              : formatDay(job.scheduledDate)}
          </span>
        </>
      }
    >
      <LinkButton
        size="large"
        variant="primary"
        href={paths.job(job.id)}
        className="max-sm:px-4! max-sm:text-base!"
      >
        {job.status === 'in_progress' ? t('Continue Service') : t('Start Service')}
      </LinkButton>
    </BottomBar>
  )
}

/** The drive from the previous visit, or to the first one; nothing if a place is unknown. */
export function RouteLeg({ from, to }: { from: Job | undefined; to: Job }) {
  const road = useRoad(to.scheduledDate)
  if (from?.serviceAddress === to.serviceAddress)
    return <p className="mb-2 pl-4 text-sm text-soft">{t('Same address')}</p>
  const leg = from ? legBetween(from, to, road) : legToFirst(to.technicianId, to, road)
  if (!leg) return null
  return (
    <p className="mb-2 flex items-center gap-2 pl-4 text-sm text-soft">
      <span aria-hidden="true" className="h-5 border-l-2 border-dotted border-edge" />
      <span>
        {leg.isFirst
          ? t('{way} to your first visit', { way: legWords(leg) })
          : t('{way} from the previous visit', { way: legWords(leg) })}{' '}
        <span className={riskColor(leg)}>{riskWords(leg)}</span>
      </span>
    </p>
  )
}

/** Opens today's remaining stops in the maps app, in order. */
export function RouteLink({ jobs }: { jobs: readonly Job[] }) {
  const stops = jobs
    .filter((job) => isActiveJob(job.status))
    .map((job) => job.serviceAddress)
    .filter((address, n, all) => address !== all[n - 1])
  if (stops.length < 2) return null
  return (
    <MapsLink href={paths.mapsRoute(stops)} icon={<Navigation />} className="mb-4">
      {plural(stops.length, {
        one: 'Route to {count} stop in maps',
        other: 'Route of {count} stops in maps',
      })}
    </MapsLink>
  )
}
