import { now } from '#server/base/clock.ts'
import { cookieSeconds } from '#shared/rules/cookies.ts'

const dayMs = 86_400_000

/** Time from a session's last use to its end. */
export const sessionSeconds = cookieSeconds.session

export const sessionEnd = () => new Date(now().getTime() + sessionSeconds * 1000)

/** Extending once a day is enough, and saves a write per request. */
export const isWorthExtending = (expiresAt: Date) =>
  sessionEnd().getTime() - expiresAt.getTime() > dayMs
