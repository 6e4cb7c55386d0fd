import { useState } from 'react'
import { useMaybePerson } from '#client/app/session.ts'
import type { Role } from '#shared/rules/roles.ts'
import { isAt } from '#shared/rules/screens.ts'
import { screenPaths } from '#shared/rules/screen-paths.ts'
import { t } from '#shared/texts/t.ts'
import { ask, type AskResult, pause } from '../checks/ask.ts'
import { useRun } from '../checks/use-checks.ts'
import { auditRoute, type RouteState, type RouteTarget } from './audit-route.ts'
import { shownRoute } from './audited-routes.ts'

export type AuditRow = {
  route: string
  /** Tested path, once known. */
  target?: RouteTarget
  state: RouteState
  detail: string
  isRunning?: boolean
  /** Page whose link leads here; undefined for listed routes. */
  foundOn?: string
}

interface AuditOptions {
  routes: readonly string[]
  pauseMs: number
  /** Also tests linked pages, one of each kind. */
  followLinks?: boolean
}

export function useAudit({ routes, pauseMs, followLinks = false }: AuditOptions) {
  const role = useMaybePerson()?.role ?? null
  const [rows, setRows] = useState<readonly AuditRow[]>([])
  const { isRunning, start, cancel } = useRun()

  const run = () =>
    start(async (cancelled) => {
      const all = routes.map(untestedRow)
      const show = () => setRows(all.map((row) => ({ ...row })))
      show()
      const things = await findOwnThings(role, cancelled).catch(() => undefined)
      try {
        // Grows during the loop.
        for (const row of all) {
          if (!things) break
          cancelled.throwIfAborted()
          if (row !== all[0]) await pause(pauseMs, cancelled)
          row.target ??= targetOf(row.route, things)
          row.isRunning = true
          show()
          const { state, detail, links } = await auditRoute(row.target, cancelled)
          Object.assign(row, { state, detail, isRunning: false })
          if (followLinks) all.push(...newRows(all, row, links))
          show()
        }
      } finally {
        for (const row of all) {
          if (!row.detail) row.detail = t('Cancelled before its turn.')
          row.isRunning = false
        }
        show()
      }
    })

  // A changed list, such as after adding a path, starts over.
  const shown =
    rows.length >= routes.length ? rows : [...rows, ...routes.slice(rows.length).map(untestedRow)]
  return { rows: shown, isRunning, run: () => void run(), cancel }
}

const untestedRow = (route: string): AuditRow => ({ route, state: 'untested', detail: '' })

/** The first link of each kind of page not listed yet. */
function newRows(known: readonly AuditRow[], from: AuditRow, links: readonly string[]): AuditRow[] {
  const seen = new Set(known.map(({ route }) => route))
  const rows: AuditRow[] = []
  for (const path of links) {
    const [place = ''] = path.split('?')
    const route = screenPaths.find((screen) => isAt(screen, place)) ?? place
    if (seen.has(route)) continue
    seen.add(route)
    rows.push({ ...untestedRow(route), target: { path }, foundOn: shownRoute(from.route) })
  }
  return rows
}

/** An id the person can open, or why there is none. */
type Own = { id: string } | { without: string }
type OwnThings = { vehicle: Own; job: Own }

/** The tester's first car and visit, for pages that need one. */
async function findOwnThings(role: Role | null, cancelled: AbortSignal): Promise<OwnThings> {
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

function first(result: AskResult<{ id: string }[]>, without: string, failed: string): Own {
  if (!result.ok) return { without: failed }
  const [found] = result.answer
  return found ? { id: found.id } : { without }
}

/** An id that does not exist; it still shows whether the page exists and who may see it. */
const noId = '00000000-0000-4000-8000-000000000000'

function targetOf(route: string, { vehicle, job }: OwnThings): RouteTarget {
  if (!/:\w+/.test(route)) return { path: route }
  const own = route.startsWith('/vehicles/') ? vehicle : job
  const path = route.replace(/:\w+/, 'id' in own ? own.id : noId)
  return { path, without: 'without' in own ? own.without : undefined }
}
