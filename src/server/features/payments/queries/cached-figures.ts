import { now } from '#server/base/clock.ts'
import { subscribeToEvents } from '#server/events/live-updates.ts'
import type { Thing } from '#shared/rules/things.ts'

// Adding up a million payments takes a quarter of a second, so above this size figures are cached until a payment changes.
const large = 10_000
const cacheMs = 60_000
const mostCached = 100
const things: readonly Thing[] = ['payments', 'jobs']

const cached = new Map<string, { figure: unknown; until: number }>()
/** Counts changes: a figure read during one is already outdated. */
let changes = 0

/**
 * A figure computed by `read` over `countOf` payments, cached under a key. Above 10,000 payments it is reused until a
 * payment or visit changes in any process, for a minute at most.
 */
export async function cachedFigure<Figure>(
  key: string,
  read: () => Promise<Figure>,
  countOf: (figure: Figure) => number,
): Promise<Figure> {
  const at = now().getTime()
  const before = cached.get(key)
  if (before && at < before.until) return before.figure as Figure
  cached.delete(key)
  const reading = changes
  const figure = await read()
  if (countOf(figure) > large && reading === changes) {
    const [oldest] = cached.keys()
    if (oldest !== undefined && cached.size >= mostCached) cached.delete(oldest)
    cached.set(key, { figure, until: at + cacheMs })
  }
  return figure
}

function invalidateFigures(): void {
  changes++
  cached.clear()
}

export async function subscribeToPayments(): Promise<void> {
  await subscribeToEvents((update) => {
    if (update.changes.some((thing) => things.includes(thing))) invalidateFigures()
  }, invalidateFigures)
}
