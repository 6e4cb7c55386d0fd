import { changes, shows } from 'virtual:contract-things'
import type { Thing } from '#shared/rules/things.ts'
import type { Route } from './call.ts'

/** Identifies one visit, car, etc. by the word for its kind in paths. */
type One = { kind: string; id: string }

/** What changed, for one visit or car when `of` names it. `gone`: it was deleted. */
export type ChangedThings = { things: readonly Thing[]; of?: One; gone?: boolean }

/** The things a write changes, according to the contract. */
export function changeBy(route: Route, input?: unknown): ChangedThings {
  const of = oneIn(route, input)
  // A nested path (`/jobs/{id}/notes`) names something whose parent still exists.
  return { things: changes[route] ?? [], of, gone: /^DELETE [^{]*\{\w+\}$/.test(route) }
}

export function changeOf(things: readonly Thing[], jobId?: string | null): ChangedThings {
  return { things, ...(jobId && { of: { kind: 'jobs', id: jobId } }) }
}

/** Whether the query under this key, `[route, input]`, may be stale after the change. */
export function isAffected(
  [route, input]: readonly unknown[],
  { things, of, gone }: ChangedThings,
) {
  if (!shows[String(route)]?.some((thing) => things.includes(thing))) return false
  const shown = oneIn(String(route), input)
  if (!of || !shown || shown.kind !== of.kind) return true
  return shown.id === of.id && !gone
}

export const isOfVisit = ([route, input]: readonly unknown[]) =>
  oneIn(String(route), input)?.kind === 'jobs'

/** `/api/jobs/{id}/…` and anything with `{jobId}` is about one visit. */
function oneIn(route: string, input: unknown): One | undefined {
  const [, kind, name] = /([^/]+)\/\{(\w+)\}/.exec(route) ?? []
  if (!kind || !name) return undefined
  const id = (input as { params?: Record<string, string> } | undefined)?.params?.[name]
  return id ? { kind: name === 'jobId' ? 'jobs' : kind, id } : undefined
}
