import type { FastifyRequest } from 'fastify'
import { now } from '#server/base/clock.ts'
import { hashToken } from '#server/base/tokens.ts'
import { queryRow } from '#server/database/database.ts'
import type { Site } from '#server/http/cookies.ts'
import { publishPersonChange } from './session-changes.ts'
import { sessionToken } from './session-cookie.ts'

/**
 * Locks a deactivated person out at once, with the current transaction. Their sessions stay until they expire or the person
 * is taken on again, so that they can be told why.
 */
export const shutOut = (userId: string): Promise<void> => publishPersonChange(userId)

/** Whether a request's session belongs to a person deactivated since. */
export const shutOutReader =
  (site: Site) =>
  async (request: FastifyRequest): Promise<boolean> => {
    const token = sessionToken(site, request)
    if (!token || token.length > 100) return false
    return (await queryRow(sessionOfDeactivated, [hashToken(token), now()])) !== undefined
  }

const sessionOfDeactivated = {
  name: 'session of somebody deactivated',
  text: `
    select from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > $2
      and u.deactivated_at is not null and u.anonymized_at is null`,
}
