import { now } from '#server/base/clock.ts'
import { cookieSeconds } from '#shared/rules/cookies.ts'

const dayMs = 86_400_000

/** A session ends this long after it was last used. */
export const sessionSeconds = cookieSeconds.session

export const sessionEnd = () => new Date(now().getTime() + sessionSeconds * 1000)

/** Moving the end once a day is enough, and spares a write per request. */
export const isWorthExtending = (expiresAt: Date) =>
  sessionEnd().getTime() - expiresAt.getTime() > dayMs
