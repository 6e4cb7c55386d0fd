import type { Agent } from 'node:https'

/**
 * The agent for HTTPS addresses typed on a screen or sent by a browser. Connects to public addresses only, whatever the
 * name resolves to, unless the operator listed the host (`OUTBOUND_PRIVATE_HOSTS`). Configured addresses may be private and
 * need no agent.
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

// Loaded at first use: its import of node:http loads all of `fetch`, which takes 100 ms.
async function loadAgent(): Promise<Agent> {
  const { RequestFilteringHttpsAgent } = await import('request-filtering-agent')
  return new RequestFilteringHttpsAgent()
}
