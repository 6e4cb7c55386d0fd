import type { FastifyRequest } from 'fastify'
import { guestByLink } from '#server/features/guests/queries.ts'
import { guestProtocol } from '#shared/contract/socket.ts'
import type { Connected } from './connections.ts'

/** The connection id of a visit's followers. */
export const followersOf = (jobId: string): string => `guest of ${jobId}`

/**
 * The guest of the link in an opening; undefined without a link. Throws NotFound for an invalid or expired one. The token
 * comes as a subprotocol: browsers cannot send headers here, and addresses are logged.
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
