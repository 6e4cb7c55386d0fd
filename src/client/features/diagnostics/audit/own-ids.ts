import type { Role } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'
import { type Asked, ask } from '../checks/ask.ts'
import type { RouteTarget } from './audit-route.ts'

/** What somebody has to open: an id, or why there is none. */
type Own = { id: string } | { without: string }
type OwnThings = { vehicle: Own; job: Own }

/** The first car and visit of whoever tests, for pages that need one. */
export async function findOwnThings(role: Role | null, cancelled: AbortSignal): Promise<OwnThings> {
  const none = { vehicle: { without: t('No vehicle yet.') }, job: { without: t('No visit yet.') } }
  if (role === 'customer') {
    const vehicles = await ask('GET /api/vehicles', cancelled)
    const jobs = await ask('GET /api/jobs/customer', cancelled)
    return {
      vehicle: first(vehicles, none.vehicle.without, t('Your vehicles could not be loaded.')),
      job: first(jobs, none.job.without, t('Your visits could not be loaded.')),
    }
  }
  if (role === 'technician') {
    const jobs = await ask('GET /api/jobs/technician', cancelled)
    return { ...none, job: first(jobs, none.job.without, t('Your visits could not be loaded.')) }
  }
  if (role === 'admin') {
    const query = { range: 'week' } as const
    const jobs = await ask('GET /api/jobs/today', cancelled, { query })
    const without = t('No visit this week that could be opened.')
    return { ...none, job: first(jobs, without, t('The visits could not be loaded.')) }
  }
  return none
}

function first(asked: Asked<{ id: string }[]>, without: string, failed: string): Own {
  if (!asked.ok) return { without: failed }
  const [found] = asked.answer
  return found ? { id: found.id } : { without }
}

/** Nobody has anything of that id; it still tells whether there is a page, and for whom. */
const noId = '00000000-0000-4000-8000-000000000000'

/** A route with real ids in the place of its parameters. */
export function targetOf(route: string, { vehicle, job }: OwnThings): RouteTarget {
  if (!/:\w+/.test(route)) return { path: route }
  const own = route.startsWith('/vehicles/') ? vehicle : job
  const path = route.replace(/:\w+/, 'id' in own ? own.id : noId)
  return { path, without: 'without' in own ? own.without : undefined }
}
