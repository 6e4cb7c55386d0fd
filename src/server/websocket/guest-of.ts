import type { FastifyRequest } from 'fastify'
import { guestByLink } from '#server/features/guests/queries.ts'
import { guestProtocol } from '#shared/contract/socket.ts'
import type { Connected } from './connections.ts'

/** What the followers of a visit are connected as. */
export const followersOf = (jobId: string): string => `guest of ${jobId}`

/**
 * Whom the link stands for that an opening brings along; undefined when it brings none. Throws NotFound for a guessed and
 * an expired one. The secret comes as a subprotocol: browsers send no header of ours, and addresses are logged.
 */
export async function guestOf(request: FastifyRequest): Promise<Connected | undefined> {
  const [name, token] = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/)
  if (name !== guestProtocol) return undefined
  const { id: customerId, link } = await guestByLink(token ?? '')
  return {
    id: followersOf(link.jobId),
    role: null,
    active: false,
    sessionHash: '',
    language: null,
    follows: { customerId, until: link.until },
  }
}
