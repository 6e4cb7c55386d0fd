import { Navigation } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { wayAndTime } from '#client/app/driving-distance.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import { plural, t } from '#shared/texts/t.ts'
import { MapsLink } from './maps-link.tsx'

/** How far it is from the visit before; nothing where one of the two places is not known. */
export function RouteLeg({ from, to }: { from: Job | undefined; to: Job }) {
  const way = from && wayAndTime(from, to)
  if (!way) return null
  return (
    <p className="mb-2 flex items-center gap-2 pl-4 text-sm text-soft">
      <span aria-hidden="true" className="h-5 border-l-2 border-dotted border-edge" />
      {t('{way} from the visit before', { way })}
    </p>
  )
}

/** All stops that are left today, in order, in the maps app. */
export function RouteLink({ jobs }: { jobs: readonly Job[] }) {
  const stops = jobs.filter((job) => isActiveJob(job.status)).map((job) => job.serviceAddress)
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
