import { now } from '#server/base/clock.ts'

const dayMs = 86_400_000

/** A session ends this long after it was last used. */
export const sessionSeconds = 30 * 86_400

export const sessionEnd = () => new Date(now().getTime() + sessionSeconds * 1000)

/** Moving the end once a day is enough, and spares a write per request. */
export const isWorthExtending = (expiresAt: Date) =>
  sessionEnd().getTime() - expiresAt.getTime() > dayMs
