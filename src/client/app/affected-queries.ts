import { changes, shows } from 'virtual:contract-things'
import type { Thing } from '#shared/rules/things.ts'
import type { Route } from './call.ts'

/** One visit, car … by the word for its kind in paths. */
type One = { kind: string; id: string }

/** These things are others now, of one visit or car where `of` names it. `gone`: it does not exist any more. */
export type ChangedThings = { things: readonly Thing[]; of?: One; gone?: boolean }

/** What a write has changed, from the contract. */
export function changeBy(route: Route, input?: unknown): ChangedThings {
  const of = oneIn(route, input)
  // What belongs to one that is still there has a second name in its path.
  return { things: changes[route] ?? [], of, gone: /^DELETE [^{]*\{\w+\}$/.test(route) }
}

/** What is said to have changed, of one visit or of all. */
export function changeOf(things: readonly Thing[], jobId?: string | null): ChangedThings {
  return { things, ...(jobId && { of: { kind: 'jobs', id: jobId } }) }
}

/** Whether what is kept under the key of a query, `[route, input]`, may be another after the change. */
export function isAffected(
  [route, input]: readonly unknown[],
  { things, of, gone }: ChangedThings,
) {
  if (!shows[String(route)]?.some((thing) => things.includes(thing))) return false
  const shown = oneIn(String(route), input)
  if (!of || !shown || shown.kind !== of.kind) return true
  return shown.id === of.id && !gone
}

/** Whether a query is about one visit. */
export const isOfVisit = ([route, input]: readonly unknown[]) =>
  oneIn(String(route), input)?.kind === 'jobs'

/** `/api/jobs/{id}/…` is about one visit, and so is whatever has a `{jobId}`. */
function oneIn(route: string, input: unknown): One | undefined {
  const [, kind, name] = /([^/]+)\/\{(\w+)\}/.exec(route) ?? []
  if (!kind || !name) return undefined
  const id = (input as { params?: Record<string, string> } | undefined)?.params?.[name]
  return id ? { kind: name === 'jobId' ? 'jobs' : kind, id } : undefined
}
