import { useState } from 'react'
import { useMaybePerson } from '#client/app/session.ts'
import { isAt, screenPaths } from '#shared/rules/screens.ts'
import { t } from '#shared/texts/t.ts'
import { pause } from '../within.ts'
import { useRun } from '../use-run.ts'
import { auditRoute, type RouteState, type RouteTarget } from './audit-route.ts'
import { shownRoute } from './audited-routes.ts'
import { findOwnThings, targetOf } from './own-ids.ts'

export type AuditRow = {
  /** A path with the names of its parameters. */
  route: string
  /** Where it was looked for, once it is known. */
  target?: RouteTarget
  state: RouteState
  detail: string
  isRunning?: boolean
  /** The page whose link leads there, where it is none of those that are always tested. */
  foundOn?: string
}

interface AuditOptions {
  routes: readonly string[]
  pauseMs: number
  /** Also tests what the tested pages link to: of each kind of page the first one. */
  followLinks?: boolean
}

/** Tests routes one after the other, with a pause between them. */
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
        // It grows while it is gone through.
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

  // Another list, such as one with a path that was just typed, begins anew.
  const shown =
    rows.length >= routes.length ? rows : [...rows, ...routes.slice(rows.length).map(untestedRow)]
  return { rows: shown, isRunning, run: () => void run(), cancel }
}

const untestedRow = (route: string): AuditRow => ({ route, state: 'untested', detail: '' })

/** Of every kind of page that is linked and not listed yet, the first. */
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
