import type { User } from '#shared/contract/accounts.ts'
import { offlineOwner } from './offline-owner.ts'

/** Who is signed in, as far as the last answer said: `data` outlives the session, `error` says that it has ended. */
type Asked = { data?: unknown; error: unknown }

/** Why the server ended a session, where it says so. */
export const whyEnded = ({ error }: Asked): unknown =>
  (error as { details?: { reason?: unknown } } | null)?.details?.reason

/**
 * Whether somebody whose session has ended still sees what this device has saved for them: a technician in the middle
 * of a day, unless the office has taken their access away.
 */
export function seesSavedDay(asked: Asked): boolean {
  const user = asked.data as User | undefined
  return user?.role === 'technician' && offlineOwner() === user.id && whyEnded(asked) === undefined
}
