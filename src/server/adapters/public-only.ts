import type { Agent } from 'node:https'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'

const publicOnly = new RequestFilteringHttpsAgent()

/**
 * The agent for an HTTPS address that was typed on a screen or sent by a browser: it connects to public addresses only,
 * whatever the name resolves to, unless the operator listed the host (`OUTBOUND_PRIVATE_HOSTS`). Addresses in the
 * configuration need none: they may be private.
 */
export const agentFor = (url: string, privateHosts: readonly string[]): Agent | undefined =>
  privateHosts.includes(new URL(url).hostname) ? undefined : publicOnly
