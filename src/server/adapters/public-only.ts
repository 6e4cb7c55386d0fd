import type { Agent } from 'node:https'

/**
 * The agent for an HTTPS address that was typed on a screen or sent by a browser: it connects to public addresses only,
 * whatever the name resolves to, unless the operator listed the host (`OUTBOUND_PRIVATE_HOSTS`). Addresses in the
 * configuration need none: they may be private.
 */
export async function agentFor(
  url: string,
  privateHosts: readonly string[],
): Promise<Agent | undefined> {
  return privateHosts.includes(new URL(url).hostname)
    ? undefined
    : (publicOnly ??= await loadAgent())
}

let publicOnly: Agent | undefined

// At the first use: its import of node:http loads all of `fetch`, which takes a tenth of a second.
async function loadAgent(): Promise<Agent> {
  const { RequestFilteringHttpsAgent } = await import('request-filtering-agent')
  return new RequestFilteringHttpsAgent()
}
